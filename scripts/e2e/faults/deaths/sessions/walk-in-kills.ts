import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { addWalkIn } from '@portal/contract/sessions/session-day';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { sql } from '../../../../portal/databases.ts';
import type { Answer, Person } from '../../../../portal-user/person.ts';
import { ready } from '../../../calls/sessions/ready-to-book.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { signedInStaff } from '../../../people/staff.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';
import { answered } from '../../harness/people/buyer.ts';
import {
  aSessionOfToday,
  attendanceIn,
  seatsIn,
  timesRecorded,
} from '../../harness/people/session-day.ts';

type Ready = Awaited<ReturnType<typeof ready>>;

/** A request for a seat, which is repeated by its key. */
interface SeatRequest {
  student: Ready;
  ask: () => Promise<Answer<unknown>>;
}

function seatRequestOf(person: Person, student: Ready, call: CallSpec, input: object): SeatRequest {
  const key = randomUUID();
  return { student, ask: () => answered(person, call, { ...input }, key) };
}
/** The office books a student at the door. */
const walkIn = (admin: Person, student: Ready, testSessionId: number): SeatRequest =>
  seatRequestOf(admin, student, addWalkIn, {
    testSessionId,
    registrationId: student.registrationId,
    studentId: student.id,
  });
/** The student books at home. */
const online = (student: Ready, sessionId: number): SeatRequest =>
  seatRequestOf(student.person, student, scheduleSessionForRegistration, {
    registrationId: student.registrationId,
    sessionId,
  });

/** Returns how many events announced a booking of each. */
async function bookingsOf(requests: readonly SeatRequest[]): Promise<number[]> {
  const rows = await sql<{ registration: string }>(
    'registration',
    `SELECT payload->'data'->>'registrationId' AS registration FROM outbox
     WHERE type = 'registration.session_booked'
       AND (payload->'data'->>'registrationId')::bigint = ANY($1)`,
    [requests.map(({ student }) => student.registrationId)],
  );
  const ids = rows.map(({ registration }) => Number(registration));
  return requests.map(({ student }) => ids.filter((id) => id === student.registrationId).length);
}

/**
 * Stops the first request with the seat, before the commit, and sends the others; then kills
 * registration, and all are repeated at once.
 */
async function diedWithTheSeat(
  { stopAt, standsStill, portal }: HurtPortal,
  mark: string,
  [first, ...others]: readonly [SeatRequest, ...SeatRequest[]],
): Promise<Answer<unknown>[]> {
  stopAt(mark);
  const answers = [first.ask()];
  await standsStill('registration');
  answers.push(...others.map(({ ask }) => ask()));
  portal.kill('registration');
  return Promise.all(answers);
}

/** Kill -9 of registration while walk-ins are booked. R-523 */
export function walkInKills(hurt: () => HurtPortal): void {
  test('F1: concurrent walk-ins take effect once when registration dies', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^registration addWalkIn\./,
      atLeast: 1,
      prepare: async () => {
        const testSessionId = await aSessionOfToday(4);
        const students = await Promise.all([ready(), ready(), ready()]);
        const requests = students.map((student) => walkIn(admin, student, testSessionId));
        return { testSessionId, requests };
      },
      act: async ({ requests }) => {
        const first = await Promise.all(requests.map(({ ask }) => ask()));
        expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
        const again = await Promise.all(requests.map(({ ask }) => ask()));
        expect(again.map(rowOf)).toEqual(first.map(rowOf));
      },
      expectDoneOnce: async ({ testSessionId, requests }, mark) => {
        const ids = requests.map(({ student }) => student.id).sort((a, b) => a - b);
        const once = Object.fromEntries(ids.map((id) => [id, 1]));
        const arrived = Object.fromEntries(ids.map((id) => [id, 'arrived']));
        expect([mark, await seatsIn(testSessionId)]).toEqual([mark, { seated: ids, left: 1 }]);
        expect([mark, await bookingsOf(requests)]).toEqual([mark, [1, 1, 1]]);
        const facts = [await attendanceIn(testSessionId), await timesRecorded(testSessionId)];
        expect([mark, ...facts]).toEqual([mark, arrived, { logged: once, announced: once }]);
      },
    });
  });
}

/** The request that holds the last seat when registration dies. */
const LAST_SEAT = [
  { who: 'a walk-in', mark: 'registration addWalkIn.commit', isAtHome: false },
  { who: 'a booking at home', mark: 'registration scheduleSession.commit', isAtHome: true },
];

/** Kill -9 of registration while three students want the last seat. */
export function lastSeatKills(hurt: () => HurtPortal, rows = LAST_SEAT): void {
  test.each(rows)(
    'F1: the last seat is given once when registration dies while $who holds it',
    async ({ mark, isAtHome }) => {
      await hurt().portal.ready();
      const admin = await signedInStaff('ROLE_ADMIN');
      const sessionId = await aSessionOfToday(1);
      const [one, two, three] = await Promise.all([ready(), ready(), ready()]);
      const atDoor = [walkIn(admin, one, sessionId), walkIn(admin, two, sessionId)] as const;
      const atHome = online(three, sessionId);
      const requests = isAtHome ? ([atHome, ...atDoor] as const) : ([...atDoor, atHome] as const);
      const answers = await diedWithTheSeat(hurt(), mark, requests);

      const got = answers.map(({ status }) => status);
      expect([...got].sort()).toEqual([200, 409, 409]);
      for (const { status, body } of answers)
        if (status === 409)
          expect(body).toMatchObject({ code: 'session_full', detail: 'Session full' });
      const again = await Promise.all(requests.map(({ ask }) => ask()));
      expect(again.map(({ status }) => status)).toEqual(got);

      const winner = requests[got.indexOf(200)] as SeatRequest;
      const { id } = winner.student;
      expect(await seatsIn(sessionId)).toEqual({ seated: [id], left: 0 });
      expect(await bookingsOf(requests)).toEqual(requests.map((wish) => Number(wish === winner)));
      const arrived = winner === atHome ? {} : { [id]: 'arrived' };
      expect(await attendanceIn(sessionId)).toEqual(arrived);
      await sweep();
    },
  );
}

const rowOf = ({ body }: Answer<unknown>) => addWalkIn.answer.parse(body).row;
