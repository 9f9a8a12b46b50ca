import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { setAttendance } from '@portal/contract/sessions/session-day';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { book, ready } from '../../../calls/sessions/ready-to-book.ts';
import { signedInStaff } from '../../../people/staff.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';
import { persist } from '../../harness/people/buyer.ts';
import { aSessionOfToday, attendanceIn, timesRecorded } from '../../harness/people/session-day.ts';

/** A request that records the attendance of students. */
interface AttendanceRequest {
  person: Person;
  key: string;
  said: CallInput<typeof setAttendance>;
}

/** Creates a session of today with students in it. */
async function aFullSession(count: number) {
  const testSessionId = await aSessionOfToday(count);
  const people = await Promise.all(Array.from({ length: count }, () => ready()));
  for (const { person, registrationId } of people)
    await until(
      () => book(person, registrationId, testSessionId),
      ({ status }) => status !== 503,
    );
  return { testSessionId, ids: people.map(({ id }) => id) };
}

const say = ({ person, key, said }: AttendanceRequest) => persist(person, setAttendance, said, key);

/** The attendance that each of three concurrent requests records for the five students. */
const words = ['arrived', 'absent', 'left_early', 'arrived', 'absent'] as const;

/** Kill -9 of registration while attendance is recorded. R-520 */
export function attendanceKills(hurt: () => HurtPortal): void {
  test('F1: concurrent attendance requests take effect once when registration dies', async () => {
    const staff = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SUPPORT'),
    ]);
    await killedEverywhere(hurt(), {
      steps: /^registration setAttendance\./,
      atLeast: 1,
      prepare: async () => {
        const { testSessionId, ids } = await aFullSession(words.length);
        const students: AttendanceRequest['said']['students'] = ids.map((studentId, place) => ({
          studentId,
          attendance: words[place] ?? 'expected',
        }));
        const parts = [students.slice(0, 1), students.slice(1, 2), students.slice(2)];
        const sayings = staff.map((person, place): AttendanceRequest => {
          const said = { testSessionId, students: parts[place] ?? [] };
          return { person, key: randomUUID(), said };
        });
        return { testSessionId, ids, sayings };
      },
      act: async ({ sayings }) => {
        const first = await Promise.all(sayings.map(say));
        const again = await Promise.all(sayings.map(say));
        expect(again.map(({ rows }) => rows)).toEqual(first.map(({ rows }) => rows));
      },
      expectDoneOnce: async ({ testSessionId, ids }, mark) => {
        const once = Object.fromEntries(ids.map((id) => [id, 1]));
        const kept = Object.fromEntries(ids.map((id, place) => [id, words[place]]));
        const facts = [await attendanceIn(testSessionId), await timesRecorded(testSessionId)];
        expect([mark, ...facts]).toEqual([mark, kept, { logged: once, announced: once }]);
      },
    });
  });

  test('F1: repeating an old key after a death does not overwrite later attendance', async () => {
    const { portal } = hurt();
    const admin = await signedInStaff('ROLE_ADMIN');
    const { testSessionId, ids } = await aFullSession(1);
    const saying = (attendance: 'arrived' | 'left_early'): AttendanceRequest => ({
      person: admin,
      key: randomUUID(),
      said: { testSessionId, students: ids.map((studentId) => ({ studentId, attendance })) },
    });
    const [first, second] = [saying('arrived'), saying('left_early')];
    await say(first);
    portal.kill('registration');
    await say(second);
    portal.kill('registration');
    expect((await say(first)).rows).toMatchObject([{ attendance: 'left_early' }]);
    const [id = 0] = ids;
    expect(await attendanceIn(testSessionId)).toEqual({ [id]: 'left_early' });
    expect(await timesRecorded(testSessionId)).toEqual({
      logged: { [id]: 2 },
      announced: { [id]: 2 },
    });
  });
}
