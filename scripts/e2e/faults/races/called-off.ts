import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import type { CallOptions } from '@portal/kit/grpc/client';
import { sql } from '../../../portal/databases.ts';
import { mailsTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import { aSession, callOff } from '../../exams/sessions.ts';
import { brokenInvariants, sweep } from '../../invariants/invariants.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';
import { withLeasesOf } from '../harness/leases.ts';
import { book, codes, hold, type Rival, rivals } from '../harness/people/rivals.ts';

const BETWEEN_MS = 20;
const NOBODY = 'no student is booked in a session that was called off';

/** The office books for the student. */
const bookByStaff = (rival: Rival, sessionId: number) => {
  const { actor } = rival.by();
  const staff: CallOptions = {
    key: randomUUID(),
    actor: {
      ...actor,
      kind: 'staff',
      id: 1,
      roles: ['ROLE_ADMIN'],
      name: 'e2e admin',
    },
  };
  return book(rival, sessionId, staff);
};
const stillIn = (sessionId: number) =>
  sql<{ id: string }>('registration', 'SELECT id FROM registration WHERE session_id = $1', [
    sessionId,
  ]);

/**
 * No student is booked, every seat is free, and each student who had a seat keeps exam and fee and
 * was notified once.
 */
async function expectEmptied(
  sessionId: number,
  seats: number,
  had: readonly Rival[],
): Promise<void> {
  await until(
    () => stillIn(sessionId),
    (rows) => rows.length === 0,
    30,
  );
  await sweep();
  expect(
    await sql('registration', 'SELECT seats_left FROM session WHERE id = $1', [sessionId]),
  ).toEqual([{ seats_left: seats }]);
  const ids = had.map(({ registrationId }) => registrationId);
  const fees = await sql<{ state: string }>(
    'registration',
    'SELECT DISTINCT state FROM proctor_payment WHERE registration_id = ANY($1)',
    [ids],
  );
  expect(fees).toEqual([{ state: 'held' }]);
  const announced = await sql<{ n: string }>(
    'registration',
    `SELECT count(*) AS n FROM outbox WHERE type = 'registration.session_cancelled'
      AND (payload->'data'->>'registrationId')::bigint = ANY($1)
      GROUP BY payload->'data'->>'registrationId'`,
    [ids],
  );
  expect(announced.map(({ n }) => Number(n))).toEqual(ids.map(() => 1));
  for (const { by } of had.slice(0, 3)) {
    const mails = await until(
      () => emailOf(by().actor.id).then(mailsTo),
      (all) => all.some(({ subject }) => /called off/.test(subject)),
    );
    expect(mails.filter(({ subject }) => /called off/.test(subject))).toHaveLength(1);
  }
}

async function emailOf(studentId: number): Promise<string> {
  const [row] = await sql<{ email: string }>(
    'registration',
    'SELECT email FROM student_copy WHERE id = $1',
    [studentId],
  );
  return row?.email ?? '';
}

/** F25: a session is called off while students and staff book it. */
export function calledOff(count: number): void {
  test('F25: calling a session off while it is booked empties it and notifies once', async () => {
    const crowd = await rivals(count);
    const sessionId = await aSession({ seats: count, inHours: 5 });
    const seated = crowd.slice(0, count / 3);
    for (const rival of seated) await book(rival, sessionId);
    let isOver = false;
    const [done, ...racing] = await Promise.allSettled([
      callOff(sessionId).finally(() => {
        isOver = true;
      }),
      ...crowd.slice(seated.length).map(async (rival, place) => {
        const ways = [book, bookByStaff, hold];
        let outcome: unknown;
        // again and again until it is refused, so that it meets the moment between the mark and the
        // emptying; the mark is set once the command's process has begun
        for (let left = 20; left > 0; left -= isOver ? 1 : 0) {
          const way = ways[place % ways.length] as typeof bookByStaff;
          outcome = await way(rival, sessionId).catch((error: unknown) => error);
          if ((outcome as { code?: string }).code === 'session_called_off') break;
          await pause(BETWEEN_MS); // the command takes seconds to start
        }
        return outcome;
      }),
    ]);
    expect(done?.status).toBe('fulfilled');
    const after = await Promise.allSettled([
      ...crowd.map((rival) => book(rival, sessionId)),
      ...crowd.map((rival) => bookByStaff(rival, sessionId)),
      ...crowd.map((rival) => hold(rival, sessionId)),
    ]);
    expect(new Set(codes(after))).toEqual(new Set(['session_called_off']));
    expect(
      new Set(
        racing.map((one) =>
          one.status === 'fulfilled' ? (one.value as { code?: string }).code : one.status,
        ),
      ),
    ).toEqual(new Set(['session_called_off']));
    await expectEmptied(sessionId, count, seated);
  });
}

/** F25: the command that calls a session off dies, and the service after it. */
export function callOffKilled(hurt: () => HurtPortal): void {
  test('F25: a session is emptied though the command and then the service die', async () => {
    const { portal, dieAt, stillToDieAt } = hurt();
    const crowd = await rivals(12);
    const sessionId = await aSession({ seats: 12, inHours: 30 * 24 });
    for (const rival of crowd) await book(rival, sessionId);
    await withLeasesOf(1.5, async () => {
      dieAt('call-off callOffSession.free.commit', 'registration callOffSession.free.commit');
      const env = {
        PART: 'call-off',
        MARKS_TO_DIE_AT: join(portal.dataDir, 'die-at'),
        MARKS_SEEN: join(portal.dataDir, 'marks-seen'),
      };
      const hook = fileURLToPath(new URL('../harness/die-at-mark.mjs', import.meta.url));
      await expect(callOff(sessionId, { nodeArgs: ['--import', hook], env })).rejects.toMatchObject(
        { signal: 'SIGKILL' },
      );
      expect(await stillIn(sessionId)).toHaveLength(12);
      await until(
        async () => stillToDieAt(),
        (left) => left.length === 0,
        30,
      );
      await portal.ready();
      await expectEmptied(sessionId, 12, crowd);
    });
  });
}

/** The damage when the mark of a session that was called off is lost. */
export function calledOffControl(): void {
  test('F25, control: an unmarked called-off session is booked; the sweep sees it', async () => {
    const [one, other] = await rivals(2);
    if (!one || !other) throw new Error('two are needed');
    const sessionId = await aSession({ seats: 5 });
    await book(one, sessionId);
    await sql(
      'registration',
      `CREATE FUNCTION forget_calling_off() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.called_off_at := NULL; RETURN NEW; END $$`,
    );
    await sql(
      'registration',
      `CREATE TRIGGER forget BEFORE UPDATE ON session FOR EACH ROW
       EXECUTE FUNCTION forget_calling_off()`,
    );
    await callOff(sessionId);
    expect(codes(await Promise.allSettled([bookByStaff(other, sessionId)]))).toEqual(['seated']);
    await sql('registration', 'DROP FUNCTION forget_calling_off CASCADE');
    await sql('registration', 'UPDATE session SET called_off_at = now() WHERE id = $1', [
      sessionId,
    ]);
    expect((await brokenInvariants()).join()).toContain(NOBODY);
    await callOff(sessionId);
    await sweep();
  });
}
