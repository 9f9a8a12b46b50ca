import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { aStaffUser } from '../../testing.ts';
import { saveSettings } from './save-settings.ts';
import { readSettings } from './setting-store.ts';
import type { SettingFields } from './settings-rules.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

const superAdmin = (id = 999) => {
  const call = asStaff(db, ['ROLE_SUPER_ADMIN']);
  return { ...call, actor: { ...call.actor, id, name: 'simon' } };
};
const sent = () =>
  db.many<{ data: unknown }>`
    SELECT payload->'data' AS data FROM outbox WHERE type = 'identity.settings_changed'
    ORDER BY id`;
const fields = async (more: Partial<SettingFields> = {}) => {
  const { changedBy: _, ...known } = await readSettings(db);
  return { ...known, ...more };
};

test('new portals have presets: a day to accept, $500, all but school roles (R-582)', async () => {
  const fresh = await freshDatabase('identity');
  expect(await readSettings(fresh)).toEqual({
    offerHours: 24,
    waitingList: true,
    lowBalanceCents: 50_000,
    twoFactorRoles: [
      'ROLE_ADMIN',
      'ROLE_SUPER_ADMIN',
      'ROLE_TECH_SUPPORT',
      'ROLE_SUPPORT',
      'ROLE_ADVISOR',
      'ROLE_ADVISOR_ADMIN',
      'ROLE_ADMISSIONS',
    ],
    version: 1,
    changedBy: null,
  });
  await fresh.drop();
});

test('services get all settings of a change, the audit its fields and author', async () => {
  const id = await aStaffUser(db, { loginName: 'simon', roles: ['ROLE_SUPER_ADMIN'] });
  await db.run`UPDATE staff_user SET real_name = 'Simon Adler' WHERE id = ${id}`;
  const wish = await fields({ offerHours: 12, twoFactorRoles: [] });
  const saved = await saveSettings(superAdmin(id), wish);

  expect(saved).toMatchObject({
    offerHours: 12,
    twoFactorRoles: [],
    version: wish.version + 1,
    changedBy: 'Simon Adler',
  });
  expect((await sent()).at(-1)?.data).toEqual({
    version: wish.version + 1,
    offerHours: 12,
    waitingList: true,
    lowBalanceCents: 50_000,
  });
  const audit = await db.one`
    SELECT actor_id, change FROM audit WHERE table_name = 'setting' ORDER BY id DESC LIMIT 1`;
  expect(audit).toEqual({
    actorId: id,
    change: { offerHours: [24, 12], twoFactorRoles: [expect.any(Array), []] },
  });
});

test('the second change of one version is refused, and names the first editor', async () => {
  const id = await aStaffUser(db, { loginName: 'first', roles: ['ROLE_SUPER_ADMIN'] });
  await db.run`UPDATE staff_user SET real_name = 'Miriam First' WHERE id = ${id}`;
  const wish = await fields();
  const outcomes = await Promise.all(
    [1, 2].map((hours) =>
      saveSettings(superAdmin(id), { ...wish, offerHours: hours }).then(
        () => 'saved',
        (error) => `${error.code}: ${error.detail}`,
      ),
    ),
  );
  expect(outcomes.sort()).toEqual(['changed: Miriam First changed this meanwhile.', 'saved']);
  expect((await readSettings(db)).version).toBe(wish.version + 1);
});

test('equal settings keep the version and announce nothing', async () => {
  const before = await sent();
  const wish = await fields();
  const saved = await saveSettings(superAdmin(), wish);
  expect(saved.version).toBe(wish.version);
  expect(await sent()).toEqual(before);
});

test('settings that cannot be are refused field by field', async () => {
  const wrong = await fields({ offerHours: 0, twoFactorRoles: ['ROLE_STUDENT'] });
  expect(await refusalOf(saveSettings(superAdmin(), wrong))).toMatchObject({
    status: 422,
    code: 'invalid',
    extra: {
      errors: [
        { path: 'offerHours', message: 'Must be 1 to 72 hours' },
        { path: 'twoFactorRoles', message: 'Role invalid' },
      ],
    },
  });
});
