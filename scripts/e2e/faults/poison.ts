import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { submitPaymentAndGetExam } from '@portal/contract/payments';
import { sql } from '../databases.ts';
import { brokenInvariants, sweep } from '../invariants.ts';
import { mailsTo } from '../mails.ts';
import { thePortal } from '../place.ts';
import { until } from '../until.ts';
import { aBuyer, type Buyer, persist, purchase } from './buyer.ts';
import type { HurtPortal } from './hurt-portal.ts';

/** Sends what registration has set aside once more, as an operator would. */
async function sendAgain(): Promise<string> {
  const script = fileURLToPath(new URL('../../../services/kit/send-again.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL: thePortal.env['REGISTRATION_DATABASE_URL'], NATS_URL: thePortal.env['NATS_URL'] };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  if (code !== 0) throw new Error(`sending again ended with ${code}: ${complained}`);
  return said;
}

/** Makes the letters to one person impossible to write, so that every event that asks for one fails; gives what mends it. */
async function poison({ email }: Buyer): Promise<() => Promise<void>> {
  await sql(
    'registration',
    `CREATE FUNCTION poison_of_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.recipient = '${email}' THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW; END $$`,
  );
  await sql('registration', 'CREATE TRIGGER poison_of_test BEFORE INSERT ON mail FOR EACH ROW EXECUTE FUNCTION poison_of_test()');
  return async () => void (await sql('registration', 'DROP FUNCTION poison_of_test CASCADE'));
}

const registrationMails = async ({ email }: Buyer) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('You are registered')).length;
const setAside = () => sql<{ type: string; error: string }>('registration', 'SELECT type, error FROM inbox_set_aside');
const metric = async ({ portal }: HurtPortal) =>
  /^portal_events_set_aside (\S+)$/m.exec(await (await fetch(`${portal.adminUrl('registration')}/metrics`)).text())?.[1];

/** F19: an event that nobody can handle. */
export function poisonMessages(hurt: () => HurtPortal): void {
  test('F19: an event that always fails is set aside and seen, the others go on meanwhile; mended, it is sent again and takes effect once', async () => {
    const [poisoned, other] = await Promise.all([aBuyer(), aBuyer()]);
    const mend = await poison(poisoned);
    try {
      await persist(poisoned.person, submitPaymentAndGetExam, purchase(poisoned));
      await persist(other.person, submitPaymentAndGetExam, purchase(other));
      await until(
        () => registrationMails(other),
        (mails) => mails === 1,
      );
      expect(await setAside()).toEqual([]); // the others did not wait for it
      await until(setAside, (events) => events.length === 1, 30, 100);
      expect(await setAside()).toMatchObject([{ type: 'registration.created', error: expect.stringContaining('poison') }]);
      expect(await metric(hurt())).toBe('1');
      expect((await brokenInvariants()).join()).toContain('no event was set aside');
    } finally {
      await mend();
    }
    expect(await sendAgain()).toContain('1 events were sent again');
    await until(
      () => registrationMails(poisoned),
      (mails) => mails === 1,
    );
    expect(await sendAgain()).toContain('0 events');
    await sweep();
    expect([await registrationMails(poisoned), await registrationMails(other), await metric(hurt())]).toEqual([1, 1, '0']);
  }, 90_000);
}
