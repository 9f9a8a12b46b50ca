import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { addWalkIn } from '@portal/contract/sessions/session-day';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { ready } from '../../calls/sessions/ready-to-book.ts';
import { sweep } from '../../invariants/invariants.ts';
import type { Answer, Person } from '../../people/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { sql } from '../../portal/databases.ts';
import { answered } from '../harness/buyer.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';
import { aSessionOfToday, attendanceIn, seatsIn, timesSaid } from '../harness/session-day.ts';
import { killedEverywhere } from './killed-everywhere.ts';

type Ready = Awaited<ReturnType<typeof ready>>;

/** One request for a seat, which is asked again by its key. */
interface Wish {
  student: Ready;
  ask: () => Promise<Answer<unknown>>;
}

function wishOf(person: Person, student: Ready, call: CallSpec, input: object): Wish {
  const key = randomUUID();
  return { student, ask: () => answered(person, call, { ...input }, key) };
}
/** The office books who stands at the door. */
const walkIn = (admin: Person, student: Ready, testSessionId: number): Wish =>
  wishOf(admin, student, addWalkIn, {
    testSessionId,
    registrationId: student.registrationId,
    studentId: student.id,
  });
/** The student books at home. */
const online = (student: Ready, sessionId: number): Wish =>
  wishOf(student.person, student, scheduleSessionForRegistration, {
    registrationId: student.registrationId,
    sessionId,
  });

/** How often each of these was booked, as told by events. */
async function bookingsOf(wishes: readonly Wish[]): Promise<number[]> {
  const rows = await sql<{ registration: string }>(
    'registration',
    `SELECT payload->'data'->>'registrationId' AS registration FROM outbox
     WHERE type = 'registration.session_booked'
       AND (payload->'data'->>'registrationId')::bigint = ANY($1)`,
    [wishes.map(({ student }) => student.registrationId)],
  );
  const ids = rows.map(({ registration }) => Number(registration));
  return wishes.map(({ student }) => ids.filter((id) => id === student.registrationId).length);
}

/**
 * The first is stopped with the seat in hand, before it is committed; the others ask meanwhile; then
 * registration is killed, and all ask again at once.
 */
async function diedWithTheSeat(
  { stopAt, standsStill, portal }: HurtPortal,
  mark: string,
  [first, ...others]: readonly [Wish, ...Wish[]],
): Promise<Answer<unknown>[]> {
  stopAt(mark);
  const asked = [first.ask()];
  await standsStill('registration');
  asked.push(...others.map(({ ask }) => ask()));
  portal.kill('registration');
  return Promise.all(asked);
}

/** Kill -9 of registration while walk-ins are booked. R-523 */
export function walkInKills(hurt: () => HurtPortal): void {
  test('F1: registration that dies while three walk-ins are booked at once books each once, marks each as arrived once, and gives each key the same line', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^registration addWalkIn\./,
      atLeast: 1,
      prepare: async () => {
        const testSessionId = await aSessionOfToday(4);
        const students = await Promise.all([ready(), ready(), ready()]);
        const wishes = students.map((student) => walkIn(admin, student, testSessionId));
        return { testSessionId, wishes };
      },
      act: async ({ wishes }) => {
        const first = await Promise.all(wishes.map(({ ask }) => ask()));
        expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
        const again = await Promise.all(wishes.map(({ ask }) => ask()));
        expect(again.map(rowOf)).toEqual(first.map(rowOf));
      },
      expectDoneOnce: async ({ testSessionId, wishes }, mark) => {
        const ids = wishes.map(({ student }) => student.id).sort((a, b) => a - b);
        const once = Object.fromEntries(ids.map((id) => [id, 1]));
        const arrived = Object.fromEntries(ids.map((id) => [id, 'arrived']));
        expect([mark, await seatsIn(testSessionId)]).toEqual([mark, { seated: ids, left: 1 }]);
        expect([mark, await bookingsOf(wishes)]).toEqual([mark, [1, 1, 1]]);
        const facts = [await attendanceIn(testSessionId), await timesSaid(testSessionId)];
        expect([mark, ...facts]).toEqual([mark, arrived, { logged: once, told: once }]);
      },
    });
  });
}

/** Who has the last seat in hand when registration dies. */
const LAST_SEAT = [
  { who: 'a walk-in', mark: 'registration addWalkIn.commit', isAtHome: false },
  { who: 'a booking at home', mark: 'registration scheduleSession.commit', isAtHome: true },
];

/** Kill -9 of registration while many want the last seat. */
export function lastSeatKills(hurt: () => HurtPortal, rows = LAST_SEAT): void {
  test.each(rows)(
    'F1: the last seat, which two walk-ins and a booking at home want at once, is given once when registration dies with it in the hands of $who',
    async ({ mark, isAtHome }) => {
      await hurt().portal.ready();
      const admin = await signedInStaff('ROLE_ADMIN');
      const sessionId = await aSessionOfToday(1);
      const [one, two, three] = await Promise.all([ready(), ready(), ready()]);
      const atDoor = [walkIn(admin, one, sessionId), walkIn(admin, two, sessionId)] as const;
      const atHome = online(three, sessionId);
      const wishes = isAtHome ? ([atHome, ...atDoor] as const) : ([...atDoor, atHome] as const);
      const answers = await diedWithTheSeat(hurt(), mark, wishes);

      const got = answers.map(({ status }) => status);
      expect([...got].sort()).toEqual([200, 409, 409]);
      for (const { status, body } of answers)
        if (status === 409)
          expect(body).toMatchObject({ code: 'session_full', detail: 'Session full' });
      const again = await Promise.all(wishes.map(({ ask }) => ask()));
      expect(again.map(({ status }) => status)).toEqual(got);

      const winner = wishes[got.indexOf(200)] as Wish;
      const { id } = winner.student;
      expect(await seatsIn(sessionId)).toEqual({ seated: [id], left: 0 });
      expect(await bookingsOf(wishes)).toEqual(wishes.map((wish) => Number(wish === winner)));
      const arrived = winner === atHome ? {} : { [id]: 'arrived' };
      expect(await attendanceIn(sessionId)).toEqual(arrived);
      await sweep();
    },
  );
}

const rowOf = ({ body }: Answer<unknown>) => addWalkIn.answer.parse(body).row;
