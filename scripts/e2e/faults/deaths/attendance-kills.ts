import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { setAttendance } from '@portal/contract/sessions/session-day';
import { book, ready } from '../../calls/sessions/ready-to-book.ts';
import type { Person } from '../../people/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { until } from '../../portal/until.ts';
import { persist } from '../harness/buyer.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';
import { aSessionOfToday, attendanceIn, timesSaid } from '../harness/session-day.ts';
import { killedEverywhere } from './killed-everywhere.ts';

/** One request of somebody who says who came. */
interface Saying {
  person: Person;
  key: string;
  said: CallInput<typeof setAttendance>;
}

/** A session of today with students in it. */
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

const say = ({ person, key, said }: Saying) => persist(person, setAttendance, said, key);

/** What each student was marked as, where three at once say it of five students. */
const words = ['arrived', 'absent', 'left_early', 'arrived', 'absent'] as const;

/** Kill -9 of registration while it is said who came to a session. R-520 */
export function attendanceKills(hurt: () => HurtPortal): void {
  test('F1: registration that dies while three say at once who came keeps, logs and tells each once, and gives each key the same lines', async () => {
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
        const students: Saying['said']['students'] = ids.map((studentId, place) => ({
          studentId,
          attendance: words[place] ?? 'expected',
        }));
        const parts = [students.slice(0, 1), students.slice(1, 2), students.slice(2)];
        const sayings = staff.map((person, place): Saying => {
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
        const facts = [await attendanceIn(testSessionId), await timesSaid(testSessionId)];
        expect([mark, ...facts]).toEqual([mark, kept, { logged: once, told: once }]);
      },
    });
  });

  test('F1: who asks again by an old key after registration died does not say it again over what was said since', async () => {
    const { portal } = hurt();
    const admin = await signedInStaff('ROLE_ADMIN');
    const { testSessionId, ids } = await aFullSession(1);
    const saying = (attendance: 'arrived' | 'left_early'): Saying => ({
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
    expect(await timesSaid(testSessionId)).toEqual({ logged: { [id]: 2 }, told: { [id]: 2 } });
  });
}
