import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { sql } from '../../../portal/databases.ts';
import { mailsTo } from '../../../portal/mails.ts';
import { thePortal } from '../../../portal/place.ts';
import { until } from '../../../portal/until.ts';
import { brokenInvariants, sweep } from '../../invariants/invariants.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';
import { aBuyer, type Buyer, persist, purchase } from '../harness/people/buyer.ts';

/** Runs dead letters of registration again, as an operator would. */
async function redrive(): Promise<string> {
  const script = fileURLToPath(
    new URL('../../../../services/kit/commands/redrive.ts', import.meta.url),
  );
  const env = {
    ...process.env,
    DATABASE_URL: thePortal.env['REGISTRATION_DATABASE_URL'],
    OPERATOR: 'test',
  };
  const child = spawn(process.execPath, [script, 'run', 'all'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  if (code !== 0) throw new Error(`redrive ended with ${code}: ${complained}`);
  return said;
}

/**
 * Makes emails to one person impossible to write, so that every event that needs one fails; returns
 * a function that mends it.
 */
async function poison({ email }: Buyer): Promise<() => Promise<void>> {
  await sql(
    'registration',
    `CREATE FUNCTION poison_of_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.recipient = '${email}' THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW; END $$`,
  );
  await sql(
    'registration',
    `CREATE TRIGGER poison_of_test BEFORE INSERT ON mail
     FOR EACH ROW EXECUTE FUNCTION poison_of_test()`,
  );
  return async () => void (await sql('registration', 'DROP FUNCTION poison_of_test CASCADE'));
}

const registrationMails = async ({ email }: Buyer) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('You are registered')).length;
const failed = () =>
  sql<{ type: string; error: string; isDead: boolean }>(
    'registration',
    'SELECT type, error, dead_at IS NOT NULL AS "isDead" FROM dead_letter',
  );
const metric = async ({ portal }: HurtPortal) =>
  /^portal_dead_events (\S+)$/m.exec(
    await (await fetch(`${portal.adminUrl('registration')}/metrics`)).text(),
  )?.[1];
/** Retries without pauses until the event is a dead letter, as it is after four minutes. */
const minutesPass = () =>
  until(
    async () => {
      await sql(
        'registration',
        `UPDATE dead_letter SET next_try_at = least(next_try_at, clock_timestamp())
         WHERE failures > 1`,
      );
      return failed();
    },
    (events) => events.length === 1 && events[0]?.isDead === true,
    60,
    100,
  );

/** F19: an event that no consumer can handle. */
export function poisonMessages(hurt: () => HurtPortal): void {
  test('F19: an event that fails becomes a dead letter alone; redriven it acts once', async () => {
    const [poisoned, other] = await Promise.all([aBuyer(), aBuyer()]);
    const mend = await poison(poisoned);
    try {
      await persist(poisoned.person, submitPaymentAndGetExam, purchase(poisoned));
      await persist(other.person, submitPaymentAndGetExam, purchase(other));
      await until(
        () => registrationMails(other),
        (mails) => mails === 1,
      );
      await until(failed, (events) => events.length === 1); // the others did not wait for it
      expect(await minutesPass()).toMatchObject([
        { type: 'registration.created', error: expect.stringContaining('P0001') },
      ]);
      expect(await metric(hurt())).toBe('1');
      expect((await brokenInvariants()).join()).toContain('no event has failed');
    } finally {
      await mend();
    }
    expect(await redrive()).toContain('1 dead letters');
    await until(
      () => registrationMails(poisoned),
      (mails) => mails === 1,
    );
    expect(await redrive()).toContain('0 dead letters');
    await sweep();
    expect([
      await registrationMails(poisoned),
      await registrationMails(other),
      await metric(hurt()),
    ]).toEqual([1, 1, '0']);
  });
}
