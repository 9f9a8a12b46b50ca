import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { confirmToken, forgotPasswordRequest } from '@portal/contract/students/auth';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { linkIn, mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import { aSession } from '../../exams/sessions.ts';
import { sweep } from '../../invariants/invariants.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';
import { aBuyer, buyPayBook, expectBoughtOnce } from '../harness/people/buyer.ts';
import { book, hold, rivals } from '../harness/people/rivals.ts';

export const HOUR = 3_600_000;
const parts = ['bff', 'identity', 'registration', 'payments'] as const;
const holds = async (sessionId: number) =>
  (
    await sql<{ left: string }>(
      'registration',
      'SELECT extract(epoch FROM held_until - now()) AS left FROM seat_hold WHERE session_id = $1',
      [sessionId],
    )
  ).map(({ left }) => Number(left));

/** Returns how far the clock of a service is from ours, in hours, by its log. */
function hoursOff({ portal }: HurtPortal, part: string): number {
  const lines = readFileSync(join(portal.dataDir, 'logs', `${part}.log`), 'utf8')
    .trim()
    .split('\n');
  const times = lines.flatMap((line) => /"time":"?([^",]+)/.exec(line)?.[1] ?? []);
  const last = times.at(-1) ?? '';
  // log lines have the real time, and not the clock of this run
  const realNow = performance.timeOrigin + performance.now();
  return (
    Math.trunc(
      (new Date(/^\d+$/.test(last) ? Number(last) : last).getTime() - realNow) / HOUR + 24.5,
    ) - 24
  );
}

/** Runs `work` while all clocks are wrong. */
async function moved(hurt: HurtPortal, by: number, work: () => Promise<void>): Promise<void> {
  for (const part of parts) hurt.moveClock(part, by);
  try {
    await work();
  } finally {
    for (const part of parts) hurt.moveClock(part, 0);
  }
}

/** F16: the clock of a machine is moved an hour while people use the portal. */
export function oddClocks(
  hurt: () => HurtPortal,
  ways = [
    { direction: 'forth', by: HOUR },
    { direction: 'back', by: -HOUR },
  ],
): void {
  test.each(ways)(
    'F16: clocks moved an hour $direction end no session, hold or link, and prolong none',
    async ({ by }) => {
      const [early, late] = [await aBuyer(), await aBuyer()];
      const [payer] = await rivals(1);
      if (!payer) throw new Error('one is needed');
      const sessionId = await aSession({ seats: 1 });
      await hold(payer, sessionId);
      await moved(hurt(), by, async () => {
        // clocks that differ between services are worse than clocks that are all wrong
        for (const part of ['registration', 'payments'] as const) {
          hurt().moveClock(part, 0);
          expect((await early.person.ask(getAllExamsAccordingStudent, {})).status).toBe(200);
          hurt().moveClock(part, by);
        }
        await late.person.ask(forgotPasswordRequest, { email: late.email });
        await buyPayBook(early);
        await hurt().portal.restart('payments'); // a process that starts with a wrong clock
        await buyPayBook(late);
        const [left] = await holds(sessionId);
        expect(left).toBeGreaterThan(400);
        expect(left).toBeLessThanOrEqual(600);
        await sql(
          'registration',
          "UPDATE seat_hold SET held_until = now() + interval '1 second' WHERE session_id = $1",
          [sessionId],
        );
        await until(
          () => holds(sessionId),
          (standing) => standing.length === 0,
        );
      });
      const { id: studentId, token } = linkIn(await mailTo(late.email, 'Reset your JSE password'));
      expect(await late.person.ask(confirmToken, { studentId, token })).toMatchObject({
        status: 200,
        body: { valid: true },
      });
      await hurt().portal.restart('payments');
      for (const buyer of [early, late]) await expectBoughtOnce(buyer);
      await sweep();
    },
  );
}

/** The damage when holds end by the clock of the service. */
export function oddClocksControl(hurt: () => HurtPortal): void {
  test('F16, control: ending holds by a service’s clock takes a seat too early', async () => {
    const buyer = await aBuyer();
    const [payer, other] = await rivals(2);
    if (!payer || !other) throw new Error('two are needed');
    const sessionId = await aSession({ seats: 1 });
    await hold(payer, sessionId);
    await moved(hurt(), HOUR, async () => {
      await hurt().portal.restart('payments'); // logs when it starts to serve
      expect(hoursOff(hurt(), 'payments')).toBe(1);
    });
    await hurt().portal.restart('payments');
    expect(hoursOff(hurt(), 'payments')).toBe(0);
    // as a job would that uses its machine's clock
    const anHourOn = new Date(steadyNow().getTime() + HOUR);
    await sql(
      'registration',
      `WITH gone AS (DELETE FROM seat_hold WHERE session_id = $1 AND held_until <= $2 RETURNING 1)
        UPDATE session SET seats_left = seats_left + (SELECT count(*) FROM gone) WHERE id = $1`,
      [sessionId, anHourOn],
    );
    await book(other, sessionId);
    await expect(book(payer, sessionId)).rejects.toMatchObject({ code: 'session_full' });
    expect((await buyer.person.ask(getAllExamsAccordingStudent, {}, randomUUID())).status).toBe(
      200,
    );
    await sweep();
  });
}
