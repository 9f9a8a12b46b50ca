import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { finderHandler } from '@portal/kit/finder/find-things';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, type World } from '../../testing.ts';
import { findRegistrations } from './find-registrations.ts';
import { findSessions } from './find-sessions.ts';

const inHours = (hours: number) => new Date(steadyNow().getTime() + hours * 3_600_000);

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const handler = finderHandler({ registration: findRegistrations, session: findSessions });
interface Asker {
  role?: string;
  schoolId?: number;
  recent?: { kind: string; id: number }[];
}
const found = async (query: string, { role = 'ROLE_ADMIN', schoolId, recent = [] }: Asker = {}) => {
  const call = asStaff(world.db, [role], schoolId === undefined ? {} : { schoolId });
  const { things } = await handler.handle({ query, recent }, call);
  return things;
};
const keys = async (...args: Parameters<typeof found>) =>
  (await found(...args)).map(({ kind, id }) => `${kind} ${id}`);

test('a registration is found by id, with or without its letter, with its student', async () => {
  const studentId = aStudent(world, { firstName: 'Dina', lastName: 'Stark' });
  const examId = anExam(world, { subject: 'Ethics' });
  const { id } = await aRegistration(world, { studentId, examId });
  const wanted = {
    kind: 'registration',
    id,
    rank: 1,
    studentId,
    examId,
    title: `Registration ${id}`,
    sub: 'Stark, Dina · Ethics · registered',
  };
  expect(await found(`r${id}`)).toEqual([expect.objectContaining(wanted)]);
  const sessionId = await aSession(world, { locationId: 14, startsAt: inHours(40) });
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });
  expect((await found(`r${id}`))[0]?.sub).toMatch(
    /^Stark, Dina · Ethics · scheduled, \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M ET, Lakewood$/,
  );
  expect(await keys(` ${id} `)).toContain(`registration ${id}`);
  expect(await keys(`s${id}`)).not.toContain(`registration ${id}`);
  expect(await keys('Stark')).toEqual([]);
});

test('callers who may open students find it, school admins their own (R-573)', async () => {
  const [own, other] = [
    await aRegistration(world, { studentId: aStudent(world, { schoolId: 151 }) }),
    await aRegistration(world),
  ];
  const school = { role: 'ROLE_SCHOOL_ADMIN', schoolId: 151 };
  expect(await keys(`r${own.id}`, school)).toEqual([`registration ${own.id}`]);
  expect(await keys(`r${other.id}`, school)).toEqual([]);
  const recent = [own, other].map(({ id }) => ({ kind: 'registration', id }));
  expect(await keys('', { ...school, recent })).toEqual([`registration ${own.id}`]);
  expect(await keys(`r${own.id}`, { role: 'ROLE_TECH_SUPPORT' })).toHaveLength(1);
  for (const role of ['ROLE_SUPPORT', 'ROLE_ADMISSIONS'])
    expect(await keys(`r${own.id}`, { role })).toEqual([]);
});

test('sessions are found by id or branch name, the nearest to today first (R-572)', async () => {
  const second = await aSession(world, { locationId: 14, startsAt: inHours(30) });
  const first = await aSession(world, { locationId: 14, seats: 9, startsAt: inHours(31) });
  expect(await keys(`s${first}`)).toEqual([`session ${first}`]);
  expect((await keys('lakew')).slice(0, 2)).toEqual([`session ${second}`, `session ${first}`]);
  const recent = [{ kind: 'session', id: first }];
  expect((await keys('lakew', { recent })).slice(0, 2)).toEqual([
    `session ${first}`,
    `session ${second}`,
  ]);
  const [session] = await found(`s${first}`);
  expect(session?.title).toMatch(/^Lakewood, \w{3} \d{1,2}, \d{4}$/);
  expect(session?.sub).toMatch(/^\d{1,2}:\d\d [AP]M · 0 of 9$/);
});

test('the sessions of a place around today are found, old plans too (R-572)', async () => {
  const made = new Map<number, number>();
  for (const hours of [-50, 700, 1, -2, 40, -1000, 60, 3])
    made.set(hours, await aSession(world, { locationId: 16, startsAt: inHours(hours) }));
  expect(await keys('monsey')).toEqual(
    [1, -2, 3, 40, -50].map((hours) => `session ${made.get(hours)}`),
  );
});

test('at most five sessions of a place are found, with an old plan among many', async () => {
  const made = [];
  for (let count = 0; count < 7; count++) made.push(await aSession(world, { locationId: 17 }));
  const recent = [{ kind: 'session', id: made[0] ?? 0 }];
  const shown = await keys('semin', { recent });
  expect(shown).toHaveLength(5);
  expect(shown[0]).toBe(`session ${made[0]}`);
});

test('a school admin finds the sessions of the own school alone (R-573)', async () => {
  const own = await aSession(world, { sessionType: '22', schoolId: 151 });
  const other = await aSession(world, { sessionType: '22', schoolId: 209 });
  const branch = await aSession(world, { locationId: 13 });
  const school = { role: 'ROLE_SCHOOL_ADMIN', schoolId: 151 };
  expect(await keys('bais', school)).toEqual([`session ${own}`]);
  for (const id of [other, branch]) expect(await keys(`s${id}`, school)).toEqual([]);
  expect(await keys('brooklyn', school)).toEqual([]);
  const recent = [own, other, branch].map((id) => ({ kind: 'session', id }));
  expect(await keys('', { ...school, recent })).toEqual([`session ${own}`]);
  expect(await keys('bais', { role: 'ROLE_ADMISSIONS' })).toEqual([]);
});
