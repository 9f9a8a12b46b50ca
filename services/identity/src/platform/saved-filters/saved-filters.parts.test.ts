import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, freshDatabase, refusals, type TestDatabase } from '@portal/kit/testing';
import { aStaffUser } from '../../testing.ts';
import { listFilterRows } from './filter-store.ts';
import { type SaveFilter, saveFilter } from './save-filter.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

let made = 0;
/** Calls of a new account with a role. */
async function someone(role = 'ROLE_ADVISOR') {
  made += 1;
  const id = await aStaffUser(db, { loginName: `filters${made}`, roles: [role] });
  const call = asStaff(db, [role]);
  return { ...call, actor: { ...call.actor, id } };
}
type Someone = Awaited<ReturnType<typeof someone>>;

const form: SaveFilter = {
  filterId: null,
  table: 'users',
  name: 'Mine',
  query: '{"search":"a"}',
  sharedWith: [],
  remove: false,
};
const save = (call: Someone, more: Partial<SaveFilter> = {}) =>
  saveFilter({ ...call, key: randomUUID() }, { ...form, ...more });
const list = ({ actor }: Someone, table = 'users') =>
  listFilterRows(db, { userId: actor.id, roles: actor.roles, table });
const names = async (call: Someone, table?: string) =>
  (await list(call, table)).map(({ name }) => name);
const codeOf = async (work: Promise<unknown>) => refusals(await Promise.allSettled([work]))[0];

test('lists own filters of a table by name; others see only shared ones (R-574)', async () => {
  const [own, other] = [await someone(), await someone()];
  for (const name of ['b', 'A', 'c']) await save(own, { name });
  await save(own, { name: 'Elsewhere', table: 'schools' });
  expect(await names(own)).toEqual(['A', 'b', 'c']);
  expect(await names(own, 'schools')).toEqual(['Elsewhere']);
  expect(await names(other)).toEqual([]);
});

test('holders of the role see a shared filter, only its author changes it (R-574)', async () => {
  const [own, peer, stranger] = [await someone(), await someone(), await someone('ROLE_SUPPORT')];
  await save(own, { name: 'Shared', sharedWith: ['ROLE_ADVISOR'] });
  const [shared] = await list(peer);
  expect(shared).toMatchObject({ name: 'Shared', query: { search: 'a' }, userId: own.actor.id });
  expect(await names(stranger)).toEqual([]);
  const filterId = shared?.id ?? 0;
  expect(await codeOf(save(peer, { filterId, name: 'Taken over' }))).toBe('filter_not_found');
  expect(await codeOf(save(peer, { filterId, remove: true }))).toBe('filter_not_found');
  await save(own, { filterId, name: 'Shared no more', sharedWith: [] });
  expect(await names(peer)).toEqual([]);
  await save(own, { filterId, remove: true });
  expect(await names(own)).toEqual([]);
});

test('only an admin shares with a role that they do not hold', async () => {
  const sharedWith = ['ROLE_SUPPORT'];
  expect(await codeOf(save(await someone(), { sharedWith }))).toBe('role_not_held');
  const [admin, support] = [await someone('ROLE_ADMIN'), await someone('ROLE_SUPPORT')];
  await save(admin, { name: 'For support', table: 'schools', sharedWith });
  expect(await names(support, 'schools')).toEqual(['For support']);
});

test('a name is taken whatever its case, in the same table and of the same account', async () => {
  const own = await someone();
  await save(own, { name: 'Women' });
  expect(await codeOf(save(own, { name: 'wOMEN' }))).toBe('name_taken');
  await save(own, { name: 'Women', table: 'schools' });
  await save(await someone(), { name: 'Women' });
  const [mine] = await list(own);
  await save(own, { filterId: mine?.id ?? 0, name: 'WOMEN' });
  expect(await names(own)).toEqual(['WOMEN']);
});

test('of a table 50 are kept, also of two that are saved at once', async () => {
  const own = await someone();
  for (let at = 1; at <= 49; at++) await save(own, { name: `Filter ${at}` });
  const both = await Promise.allSettled(['One', 'Two'].map((name) => save(own, { name })));
  expect(refusals(both)).toEqual(['too_many_filters']);
  expect(await list(own)).toHaveLength(50);
  await save(own, { name: 'Elsewhere', table: 'schools' });
});

test('refuses filters with an SSN or a birth date, and invalid ones', async () => {
  const own = await someone();
  expect(await codeOf(save(own, { query: '{"dob":"2004-04-15"}' }))).toBe('private_field');
  expect(await codeOf(save(own, { query: '{"a":{"ssn":"4321"}}' }))).toBe('private_field');
  expect(await codeOf(save(own, { query: '[1]' }))).toBe('invalid');
  expect(await codeOf(save(own, { filterId: 999_999 }))).toBe('filter_not_found');
  expect(await list(own)).toEqual([]);
});

test('a filter stays in its table', async () => {
  const own = await someone();
  await save(own);
  const [mine] = await list(own);
  const moved = save(own, { filterId: mine?.id ?? 0, table: 'schools' });
  expect(await codeOf(moved)).toBe('filter_not_found');
});

test("the history shows a filter's name and roles, not its conditions", async () => {
  const own = await someone('ROLE_ADMIN');
  await save(own, { query: '{"lastName":"Zylberberg"}', sharedWith: ['ROLE_ADMIN'] });
  const audit = await db.one<{ change: unknown }>`
    SELECT change FROM audit WHERE table_name = 'saved_filter' AND actor_id = ${own.actor.id}`;
  expect(audit.change).toEqual({ of: 'users', name: 'Mine', sharedWith: ['ROLE_ADMIN'] });
});
