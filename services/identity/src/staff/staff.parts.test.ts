import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { createStaffUser } from './create-staff-user.ts';
import { addressesOf } from './list-staff.ts';
import type { NewStaffUser } from './staff-user.ts';
import { updateStaffUser } from './update-staff-user.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

const hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA';
let next = 0;
const aWish = (changes: Partial<NewStaffUser> = {}): NewStaffUser => {
  next += 1;
  return {
    loginName: `user${next}`,
    realName: 'Rivka Stern',
    loginType: 'staff',
    email: `user${next}@staff.test`,
    roles: ['ROLE_ADMIN'],
    comment: null,
    schoolId: null,
    ...changes,
  };
};
/** Calls of a tech support account on record, with a password. */
async function techSupport({ roles = ['ROLE_TECH_SUPPORT'] } = {}) {
  const { id } = await createStaffUser(asStaff(db, ['ROLE_SUPER_ADMIN']), aWish({ roles }));
  await db.run`UPDATE staff_user SET password_hash = ${hash} WHERE id = ${id}`;
  const call = asStaff(db, roles);
  return { id, call: { ...call, key: null, actor: { ...call.actor, id } } };
}
const eventsOf = (userId: number) =>
  db.many`SELECT payload->'data'->'roles' AS roles FROM outbox
    WHERE type = 'identity.staff_access_changed'
    AND payload->'data'->>'userId' = ${String(userId)} ORDER BY id`;
const linksOf = (userId: number) =>
  db.many<{ open: boolean }>`
    SELECT num_nonnulls(used_at, replaced_at, revoked_at) = 0 AS open FROM token
    WHERE staff_user_id = ${userId} AND type = 'create' ORDER BY created_at`;

test('a new account has no password, and a mail with the link to create one', async () => {
  const { call } = await techSupport();
  const user = await createStaffUser(call, aWish({ roles: ['ROLE_ADVISOR', 'ROLE_SUPPORT'] }));
  expect(user).toMatchObject({
    roles: ['ROLE_ADVISOR', 'ROLE_SUPPORT'],
    active: true,
    hasPassword: false,
    lastLogin: null,
  });
  expect(await db.many`SELECT subject FROM mail WHERE recipient = ${user.email}`).toEqual([
    { subject: 'Create your JSE password' },
  ]);
  expect(await linksOf(user.id)).toEqual([{ open: true }]);
});

test('a login name is unique, in any case; tech support makes no super admin', async () => {
  const { call } = await techSupport();
  const { loginName } = await createStaffUser(call, aWish());
  expect(
    await refusalOf(createStaffUser(call, aWish({ loginName: loginName.toUpperCase() }))),
  ).toMatchObject({ code: 'login_name_taken', detail: 'This login name already exists.' });
  expect(
    (await refusalOf(createStaffUser(call, aWish({ roles: ['ROLE_SUPER_ADMIN'] })))).code,
  ).toBe('role_not_grantable');
});

test('a person with other permissions signs in again, and the change is on record', async () => {
  const { call, id: by } = await techSupport();
  const user = await createStaffUser(call, aWish());
  const { accessChanged } = await updateStaffUser(call, {
    userId: user.id,
    roles: ['ROLE_SUPPORT'],
    resendLink: false,
  });
  expect(accessChanged).toBe(true);
  expect(await eventsOf(user.id)).toEqual([{ roles: { held: ['ROLE_SUPPORT'] } }]);
  expect(
    await db.many`
      SELECT actor_id, change FROM audit
      WHERE table_name = 'user' AND row_id = ${String(user.id)} AND op = 'update'`,
  ).toEqual([{ actorId: by, change: { roles: [['ROLE_ADMIN'], ['ROLE_SUPPORT']] } }]);
  const same = await updateStaffUser(call, {
    userId: user.id,
    roles: ['ROLE_SUPPORT'],
    comment: 'Until June',
    resendLink: false,
  });
  expect(same).toMatchObject({ accessChanged: false, user: { comment: 'Until June' } });
  expect(await eventsOf(user.id)).toHaveLength(1);
});

test('a closed account loses its open links, and an open one gets a new link', async () => {
  const { call } = await techSupport();
  const user = await createStaffUser(call, aWish());
  await updateStaffUser(call, { userId: user.id, resendLink: true });
  expect(await linksOf(user.id)).toEqual([{ open: false }, { open: true }]);
  await updateStaffUser(call, { userId: user.id, active: false, resendLink: false });
  expect(await linksOf(user.id)).toEqual([{ open: false }, { open: false }]);
  expect(
    await refusalOf(updateStaffUser(call, { userId: user.id, resendLink: true })),
  ).toMatchObject({ code: 'invalid', detail: 'The account is not active.' });
});

test('an unknown account is not found, and an account keeps a role', async () => {
  const { call } = await techSupport();
  const user = await createStaffUser(call, aWish());
  const ask = (userId: number, roles: string[]) =>
    refusalOf(updateStaffUser(call, { userId, roles, resendLink: false }));
  expect((await ask(2_000_000_000, ['ROLE_ADMIN'])).code).toBe('user_not_found');
  expect((await ask(user.id, [])).code).toBe('invalid');
});

test("two concurrent closings of each other's account leave one account manager", async () => {
  await db.run`UPDATE staff_user SET active = false`;
  const [one, other] = [await techSupport(), await techSupport()];
  const close = (by: typeof one, userId: number) =>
    updateStaffUser(by.call, { userId, active: false, resendLink: false });
  const outcomes = await Promise.allSettled([close(one, other.id), close(other, one.id)]);
  expect(refusals(outcomes)).toEqual(['last_tech_support']);
  expect(
    await db.many`
      SELECT count(*)::int AS left FROM staff_user
      WHERE active AND id = ANY(${[one.id, other.id]})`,
  ).toEqual([{ left: 1 }]);
});

test('mails active accounts that hold a permission, each address once', async () => {
  const call = () => asStaff(db, ['ROLE_SUPER_ADMIN']);
  const email = 'one-box@staff.test';
  const roles = ['ROLE_SUPER_ADMIN'];
  await createStaffUser(call(), aWish({ roles, email }));
  await createStaffUser(call(), aWish({ roles, email: 'One-Box@staff.test' }));
  const closed = await createStaffUser(call(), aWish({ roles }));
  await db.run`UPDATE staff_user SET active = false WHERE id = ${closed.id}`;
  const admin = await createStaffUser(call(), aWish());
  const addresses = await addressesOf(db, 'reconciliation.sign');
  expect(addresses.filter((address) => address === email)).toHaveLength(1);
  expect(addresses).not.toContain(closed.email);
  expect(addresses).not.toContain(admin.email);
  expect(await addressesOf(db, 'no.permission')).toEqual([]);
});
