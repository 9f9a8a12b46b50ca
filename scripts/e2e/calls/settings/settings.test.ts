import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getSettings, saveSettings } from '@portal/contract/staff/settings';
import type { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

// Settings apply to all other tests too, so only the low balance is changed.

let superAdmin: Person;
beforeAll(async () => {
  superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
});
const seen = async () => {
  const { changedBy: _, ...settings } = await superAdmin.do(getSettings, {});
  return settings;
};

describe('getSettings', () => {
  test('requires no second factor in demo data, and has a one-day limit (R-582)', async () => {
    const techSupport = await signedInStaff('ROLE_TECH_SUPPORT');
    expect(await techSupport.do(getSettings, {})).toMatchObject({
      offerHours: 24,
      waitingList: true,
      twoFactorRoles: [],
    });
  });
});

describe('saveSettings', () => {
  test('changes settings with a new version and the author', async () => {
    const before = await seen();
    const saved = await superAdmin.do(saveSettings, { ...before, lowBalance: 612.5 });
    expect(saved).toEqual({
      ...before,
      lowBalance: 612.5,
      version: before.version + 1,
      changedBy: 'Test Staff',
    });
    const back = await superAdmin.do(saveSettings, { ...saved, lowBalance: before.lowBalance });
    expect(back.lowBalance).toBe(before.lowBalance);
  });

  test('repeats the answer for the same key', async () => {
    const [before, key] = [await seen(), randomUUID()];
    const lowered = { ...before, lowBalance: 812.5 };
    const saved = await superAdmin.do(saveSettings, lowered, key);
    expect(await superAdmin.do(saveSettings, lowered, key)).toEqual(saved);
    await superAdmin.do(saveSettings, { ...saved, lowBalance: before.lowBalance });
  });

  test('refuses an older version, with the current settings', async () => {
    const before = await seen();
    const saved = await superAdmin.do(saveSettings, { ...before, lowBalance: 700.25 });
    await superAdmin.do(saveSettings, { ...saved, lowBalance: before.lowBalance });
    const answer = await superAdmin.ask(saveSettings, before);
    expect(refusal(answer)).toEqual({
      status: 409,
      code: 'changed',
      detail: 'Test Staff changed this meanwhile.',
    });
    expect(answer.body.current).toMatchObject({ offerHours: 24, version: expect.any(Number) });
  });
});
