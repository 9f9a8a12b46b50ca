import { expect, test } from '@jest/globals';
import { forgotPasswordRequest } from '@portal/contract/students/auth';
import { type ServiceName, sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { brokenInvariants, sweep } from '../../../invariants/invariants.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import {
  aBuyer,
  type Buyer,
  buyPayBook,
  cancelExam,
  expectBoughtOnce,
  expectCancelledOnce,
  subjectsTo,
} from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

const writers = ['identity', 'registration', 'payments'] as const satisfies readonly ServiceName[];

/** Returns the subjects of all or the pending mails to a student, in the form of subjectsTo. */
export async function written(
  { email }: Buyer,
  which: 'all' | 'waiting' = 'all',
): Promise<string[]> {
  const rows = await Promise.all(
    writers.map((service) =>
      sql<{ subject: string }>(
        service,
        `SELECT subject FROM mail
         WHERE recipient = $1 ${which === 'waiting' ? 'AND sent_at IS NULL' : ''}`,
        [email],
      ),
    ),
  );
  return rows
    .flat()
    .map(({ subject }) => subject.replace(/:.*/, ''))
    .sort();
}

const arrivedAll = (buyer: Buyer, subjects: readonly string[]) =>
  until(
    () => subjectsTo(buyer),
    (arrived) => arrived.length >= subjects.length,
    30,
    150,
  );

/** Makes pending emails look a day old, and delays their next try by some seconds. */
async function aDayPasses(): Promise<void> {
  for (const service of writers)
    await sql(
      service,
      `UPDATE mail SET attempts = attempts + 8640, created_at = created_at - interval '1 day',
        next_try_at = clock_timestamp() + interval '5 seconds'
      WHERE sent_at IS NULL`,
    );
}

/** F15: the mail server is down for a day while these services are killed. */
export function mailAway(
  hurt: () => HurtPortal,
  killed: readonly (typeof writers)[number][],
): void {
  test('F15: a mail server that was down for a day gets each mail once despite kills', async () => {
    const { portal, dieAt, stillToDieAt } = hurt();
    const [early, one, other] = await Promise.all([aBuyer(), aBuyer(), aBuyer()]);
    await buyPayBook(early);
    await sweep();
    const before = await subjectsTo(early);
    await portal.down('mail');

    // nothing else is affected
    await buyPayBook(one);
    await cancelExam(other, await buyPayBook(other));
    await one.person.do(forgotPasswordRequest, { email: one.email });
    await expectBoughtOnce(one);
    await expectCancelledOnce(other);
    await quiet();
    for (const buyer of [one, other])
      await until(
        () => written(buyer, 'waiting'),
        (waiting) => waiting.length >= 4,
      );
    for (const name of killed) portal.kill(name);
    await until(
      async () =>
        (
          await Promise.all(
            writers.map((service) =>
              sql(service, 'SELECT 1 FROM mail WHERE sent_at IS NULL AND attempts = 0'),
            ),
          )
        ).flat(),
      (untried) => untried.length === 0,
      30,
      150,
    );

    await aDayPasses();
    dieAt(...killed.map((service) => `${service} mail.sent`));
    await portal.up('mail');
    await until(
      async () => stillToDieAt(),
      (left) => left.length === 0,
      30,
      150,
    );
    await portal.ready();
    for (const buyer of [one, other]) await arrivedAll(buyer, await written(buyer));
    await sweep();
    expect(await subjectsTo(one)).toEqual([...before, 'Reset your JSE password'].sort());
    expect(await subjectsTo(other)).toEqual(
      [...before, `Your exam ${other.exam.subject} is cancelled`, 'Your refund'].sort(),
    );
    expect(await subjectsTo(early)).toEqual(before);
  });
}

/** The sweep of emails that wait, or are written twice. */
export function mailAwayControl(): void {
  test('F15, control: the sweep sees unsent emails; a duplicate row is sent twice', async () => {
    const buyer = await aBuyer();
    await buyPayBook(buyer);
    await sweep();
    const before = await subjectsTo(buyer);
    await sql(
      'registration',
      `INSERT INTO mail (id, key, recipient, subject, body_text, body_html, next_try_at)
      SELECT gen_random_uuid(), key || ' (again)', recipient, subject, 'Again', '', 'infinity'
      FROM mail WHERE recipient = $1 LIMIT 1`,
      [buyer.email],
    );
    expect((await brokenInvariants()).join()).toContain('every mail was sent');
    await sql(
      'registration',
      "UPDATE mail SET next_try_at = clock_timestamp() WHERE next_try_at = 'infinity'",
    );
    const after = await until(
      () => subjectsTo(buyer),
      ({ length }) => length === before.length + 1,
    );
    expect(new Set(after)).toEqual(new Set(before));
    await sweep();
  });
}
