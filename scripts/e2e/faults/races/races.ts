import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { inDatabase, sql } from '../../../portal/databases.ts';
import { services } from '../../../portal/services.ts';
import { until } from '../../../portal/until.ts';
import { aSession } from '../../exams/sessions.ts';
import { brokenInvariants, sweep } from '../../invariants/invariants.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';
import { book, codes, hold, insist, rivals } from '../harness/people/rivals.ts';

const count = (list: string[], what: string) => list.filter((one) => one === what).length;
const seated = async (sessionId: number) =>
  Number(
    (
      await sql<{ n: string }>(
        'registration',
        'SELECT count(*) AS n FROM student_session WHERE session_id = $1',
        [sessionId],
      )
    )[0]?.n,
  );
const deadlocks = ({ portal }: HurtPortal) =>
  readFileSync(join(portal.dataDir, 'logs/postgres.log'), 'utf8').split('deadlock detected')
    .length - 1;

/**
 * Books by twenty transactions without a lock: all read the seats first, then all write. Returns
 * how many succeeded.
 */
async function bookNaively(sessionId: number): Promise<number> {
  const looks = Promise.withResolvers<void>();
  let looked = 0;
  const naive = (studentId: number) =>
    inDatabase('registration', async (ask) => {
      await ask('BEGIN');
      const [session] = await ask<{ seats_left: number }>(
        'SELECT seats_left FROM session WHERE id = $1',
        [sessionId],
      );
      looked += 1;
      if (looked === 20) looks.resolve();
      await looks.promise;
      if ((session?.seats_left ?? 0) < 1) throw new Error('full');
      await ask(
        `INSERT INTO student_session (session_id, student_id, minutes_left, exams)
         VALUES ($1, $2, 210, 1)`,
        [sessionId, studentId],
      );
      await ask('UPDATE session SET seats_left = seats_left - 1 WHERE id = $1', [sessionId]);
      await ask('COMMIT');
    });
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, (_, place) => naive(-1 - place)),
  );
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

/** How many students want the last seat, and how many want how many seats. */
export interface Crowd {
  readonly forLast: number;
  readonly forMany: number;
  readonly seats: number;
}

/** F4: more students than seats. */
export function seatRace({ forLast, forMany, seats }: Crowd): void {
  test(`F4: one of ${forLast} gets the last seat, and ${seats} of ${forMany} a seat`, async () => {
    const all = await rivals(forMany);
    const last = await aSession({ seats: 1 });
    const lastSeat = codes(
      await Promise.allSettled(all.slice(0, forLast).map((rival) => book(rival, last))),
    );
    expect([count(lastSeat, 'seated'), count(lastSeat, 'session_full')]).toEqual([1, forLast - 1]);

    const many = await aSession({ seats, inHours: 23 * 24 });
    const rest = codes(await Promise.allSettled(all.map((rival) => book(rival, many))));
    expect([count(rest, 'seated'), count(rest, 'session_full')]).toEqual([seats, forMany - seats]);
    expect([await seated(last), await seated(many)]).toEqual([
      rest[lastSeat.indexOf('seated')] === 'seated' ? 0 : 1,
      seats,
    ]);
    await sweep();
  });
}

/** The damage when the constraint does not guard the seats. */
export function seatControl(): void {
  test('F4, control: without the constraint a session is oversold; the sweep sees it', async () => {
    const sessionId = await aSession({ seats: 1 });
    expect(await bookNaively(sessionId)).toBe(1);
    await sql('registration', 'DELETE FROM student_session WHERE session_id = $1', [sessionId]);
    await sql('registration', 'UPDATE session SET seats_left = 1 WHERE id = $1', [sessionId]);

    await sql('registration', 'ALTER TABLE session DROP CONSTRAINT session_not_oversold');
    expect(await bookNaively(sessionId)).toBe(20);
    expect((await brokenInvariants()).join()).toContain('no session is oversold');
    await sql('registration', 'DELETE FROM student_session WHERE session_id = $1', [sessionId]);
    await sql('registration', 'UPDATE session SET seats_left = 1 WHERE id = $1', [sessionId]);
    await sql(
      'registration',
      'ALTER TABLE session ADD CONSTRAINT session_not_oversold CHECK (seats_left >= 0)',
    );
    await sweep();
  });
}

/** F4: holds that end while their students pay. */
export function holdRaces(): void {
  test('F4: seats whose hold ends during a payment are given once; fees are kept', async () => {
    const crowd = await rivals(24);
    const [holders, others] = [crowd.slice(0, 12), crowd.slice(12)];
    const sessionId = await aSession({ seats: 12 });
    const settled = await Promise.all(holders.map((rival) => hold(rival, sessionId)));
    expect(settled).toHaveLength(12);
    // each ends at its own moment within the second that follows
    await sql(
      'registration',
      `UPDATE seat_hold SET held_until = now() + (student_id % 12) * interval '80 milliseconds'
       WHERE session_id = $1`,
      [sessionId],
    );
    const answers = codes(
      await Promise.allSettled([
        ...holders.map(async (rival, place) => {
          await pause(place * 80);
          return book(rival, sessionId);
        }),
        ...others.map(async (rival, place) => {
          await pause(place * 80);
          return hold(rival, sessionId).then(() => book(rival, sessionId));
        }),
      ]),
    );
    for (const code of answers) expect(['seated', 'session_full']).toContain(code);
    expect(count(answers, 'seated')).toBe(await seated(sessionId));
    expect(await seated(sessionId)).toBeLessThanOrEqual(12);
    // no hold is left once all are over: seats that are not taken are free again
    await sql('registration', 'UPDATE seat_hold SET held_until = now() WHERE session_id = $1', [
      sessionId,
    ]);
    await until(
      () =>
        sql<{ seats_left: number }>(
          'registration',
          'SELECT seats_left FROM session WHERE id = $1',
          [sessionId],
        ),
      ([session]) => session?.seats_left === 12 - count(answers, 'seated'),
    );
    const payments = await sql<{ state: string; n: string }>(
      'registration',
      'SELECT state, count(*) AS n FROM proctor_payment WHERE registration_id = ANY($1) GROUP BY 1',
      [crowd.map(({ registrationId }) => registrationId)],
    );
    for (const { state } of payments) expect(['held', 'attached']).toContain(state);
    await sweep();
  });
}

/** The damage when holds are released without a guard. */
export function holdControl(): void {
  test('F4, control: unlocked holds are released twice; the sweep sees it', async () => {
    const [one, other] = await rivals(2);
    if (!one || !other) throw new Error('two are needed');
    const sessionId = await aSession({ seats: 5 });
    await Promise.all([hold(one, sessionId), hold(other, sessionId)]);
    const ofOne = [sessionId, one.by().actor.id];
    const look = () =>
      sql(
        'registration',
        'SELECT 1 FROM seat_hold WHERE session_id = $1 AND student_id = $2',
        ofOne,
      );
    for (const due of [await look(), await look()]) {
      await sql(
        'registration',
        'DELETE FROM seat_hold WHERE session_id = $1 AND student_id = $2',
        ofOne,
      );
      await sql('registration', 'UPDATE session SET seats_left = seats_left + $2 WHERE id = $1', [
        sessionId,
        due.length,
      ]);
    }
    expect((await brokenInvariants()).join()).toContain('seats left = capacity');
    await sql('registration', 'UPDATE session SET seats_left = 4 WHERE id = $1', [sessionId]);
    await sweep();
  });
}

/** F5: two students swap sessions. */
export function swaps(hurt: () => HurtPortal, rounds: number): void {
  test('F5: two students who swap sessions at once do not block each other', async () => {
    const before = deadlocks(hurt());
    const [left, right] = [
      await aSession({ seats: 1 }),
      await aSession({ seats: 1, inHours: 25 * 24 }),
    ];
    const spare = await aSession({ seats: 5, inHours: 27 * 24 });
    const [one, two] = await rivals(2);
    if (!one || !two) throw new Error('two are needed');
    await book(one, left);
    await book(two, right);
    for (let round = 0; round < rounds; round++) {
      const [to, from] = round % 2 === 0 ? [right, left] : [left, right];
      const settled = codes(
        await Promise.allSettled([
          book(one, to),
          book(two, from),
          book(one, spare),
          book(two, from),
          book(one, to),
        ]),
      );
      for (const code of settled)
        expect(['seated', 'session_full', 'same_session']).toContain(code);
    }
    await sweep();
    expect(deadlocks(hurt())).toBe(before);
  });
}

/** The damage when the sessions are not locked in order. */
export function swapControl(hurt: () => HurtPortal): void {
  test('F5, control: locking sessions in any other order than by id deadlocks', async () => {
    const before = deadlocks(hurt());
    const [left, right] = [await aSession({ seats: 1 }), await aSession({ seats: 1 })];
    const bothHaveOne = Promise.withResolvers<void>();
    let having = 0;
    const swap = (from: number, to: number) =>
      inDatabase('registration', async (ask) => {
        await ask('BEGIN');
        await ask('UPDATE session SET seats_left = seats_left WHERE id = $1', [from]);
        having += 1;
        if (having === 2) bothHaveOne.resolve();
        await bothHaveOne.promise;
        await ask('UPDATE session SET seats_left = seats_left WHERE id = $1', [to]);
        await ask('COMMIT');
      });
    const settled = await Promise.allSettled([swap(left, right), swap(right, left)]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(deadlocks(hurt())).toBe(before + 1);
  });
}

/** F5: students cancel while they book. */
export function cancelRace(count: number): void {
  test('F5: cancelling crosses booking: the first wins, seats and credits agree', async () => {
    const crowd = await rivals(count);
    const sessionId = await aSession({ seats: count, inHours: 29 * 24 });
    const settled = await Promise.allSettled(
      crowd.flatMap((rival) => [
        book(rival, sessionId),
        insist(rival.by(), (same) =>
          services.registrations.cancelRegistration({ registrationId: rival.registrationId }, same),
        ),
        book(rival, sessionId),
      ]),
    );
    for (const code of codes(settled))
      expect(['seated', 'registration_not_found', 'same_session']).toContain(code);
    await sweep();
    const cancelled = await sql(
      'registration',
      "SELECT 1 FROM registration WHERE id = ANY($1) AND status = 'cancelled'",
      [crowd.map(({ registrationId }) => registrationId)],
    );
    expect(cancelled).toHaveLength(count);
    expect(await seated(sessionId)).toBe(0);
  });
}

/** The damage when a booking does not lock the registration. */
export function cancelControl(): void {
  test('F5, control: without a lock a cancelled exam keeps a seat; the sweep sees it', async () => {
    const [rival] = await rivals(1);
    if (!rival) throw new Error('one is needed');
    const sessionId = await aSession({ seats: 1 });
    await inDatabase('registration', async (ask) => {
      const [row] = await ask<{ status: string; student_id: string }>(
        'SELECT status, student_id FROM registration WHERE id = $1',
        [rival.registrationId],
      );
      expect(row?.status).toBe('registered');
      await services.registrations.cancelRegistration(
        { registrationId: rival.registrationId },
        rival.by(),
      );
      await ask(
        `INSERT INTO student_session (session_id, student_id, minutes_left, exams)
         VALUES ($1, $2, 120, 1)`,
        [sessionId, row?.student_id],
      );
      await ask('UPDATE session SET seats_left = seats_left - 1 WHERE id = $1 AND seats_left > 0', [
        sessionId,
      ]);
      expect((await brokenInvariants()).join()).toContain(
        'a seat has the exams that are booked in it',
      );
      await ask('DELETE FROM student_session WHERE session_id = $1', [sessionId]);
      await ask('UPDATE session SET seats_left = 1 WHERE id = $1', [sessionId]);
    });
    await sweep();
  });
}
