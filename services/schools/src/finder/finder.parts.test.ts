import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { finderHandler } from '@portal/kit/finder/find-things';
import { asStaff } from '@portal/kit/testing';
import { aWorld, PAYING, PREPAYING, type World } from '../testing.ts';
import { findSchools } from './find-schools.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const find = finderHandler({ school: findSchools });
const found = async (
  query: string,
  role = 'ROLE_ADMIN',
  schoolId?: number,
  recent: number[] = [],
) => {
  const call = asStaff(world.db, [role], schoolId === undefined ? {} : { schoolId });
  const opened = recent.map((id) => ({ kind: 'school', id }));
  return (await find.handle({ query, recent: opened }, call)).things;
};
const ids = async (...query: Parameters<typeof found>) =>
  (await found(...query)).map(({ id }) => id);

test('finds a school by prefixes of its words or by id, and shows its charging', async () => {
  expect(await found('leah ater')).toEqual([
    expect.objectContaining({
      id: PAYING,
      rank: 5,
      title: 'Ateres Leah High School',
      kind: 'school',
    }),
  ]);
  expect(await found(String(PREPAYING))).toEqual([
    expect.objectContaining({ id: PREPAYING, rank: 1, charged: true }),
  ]);
  expect(await ids('eres')).toEqual([]);
  expect(await ids(`s${PAYING}`)).toEqual([]);
});

test('a school admin finds their own school alone, other staff none (R-573)', async () => {
  expect(await ids(String(PREPAYING), 'ROLE_SCHOOL_ADMIN', PAYING)).toEqual([]);
  expect(await ids('ateres', 'ROLE_SCHOOL_ADMIN', PAYING)).toEqual([PAYING]);
  expect(await ids('', 'ROLE_SCHOOL_ADMIN', PAYING, [PREPAYING, PAYING])).toEqual([PAYING]);
  for (const role of ['ROLE_ADVISOR', 'ROLE_SUPPORT', 'ROLE_ADMISSIONS'])
    expect(await ids('ateres', role)).toEqual([]);
});

test('nothing typed gives those that were opened, the latest first', async () => {
  expect(await ids('', 'ROLE_ADMIN', undefined, [PAYING, 999_999, PREPAYING])).toEqual([
    PAYING,
    PREPAYING,
  ]);
});
