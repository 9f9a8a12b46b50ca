import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { getCatalogue, retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { saveExam } from '@portal/contract/catalogue/office-exam';
import {
  type OfficeLocation,
  type OfficeVendor,
  saveLocation,
  saveVendor,
} from '@portal/contract/catalogue/office-places';
import { newYorkDay } from '@portal/contract/days';
import type { Problem } from '@portal/contract/problem';
import { addOfficeSession } from '@portal/contract/sessions/office-sessions';
import { getAllActiveLocations } from '@portal/contract/sessions/sessions';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { branchRequest } from '../../exams/branches.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let superAdmin: Person;
beforeAll(async () => {
  [admin, superAdmin] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_SUPER_ADMIN'),
  ]);
});

type WantedLocation = CallInput<typeof saveLocation>;
const saveBranch = (about: Partial<WantedLocation> = {}) =>
  admin.ask(saveLocation, branchRequest(about), randomUUID());
const addedBranch = async (about: Partial<WantedLocation> = {}): Promise<OfficeLocation> => {
  const answer = await saveBranch(about);
  expect(answer).toMatchObject({ status: 200 });
  return saveLocation.answer.parse(answer.body).item;
};
const saveNamed = (about: Partial<CallInput<typeof saveVendor>> = {}) =>
  superAdmin.ask(
    saveVendor,
    { name: `V${randomInt(1e9)}`, fullname: 'A new vendor', ...about },
    randomUUID(),
  );
const addedVendor = async (): Promise<OfficeVendor> =>
  saveVendor.answer.parse((await saveNamed()).body).item;
const retire = (
  part: 'vendors' | 'locations',
  { id, version }: { id: number; version: number },
  active = false,
) => superAdmin.ask(retireFromCatalogue, { part, id, version, active }, randomUUID());
const NOBODY = { id: 2_000_000_007, version: 1 };

describe('getCatalogue', () => {
  test('gives branches with their rooms, and vendors with their exams', async () => {
    const branch = await addedBranch({ israel: true, closesAt: '21:00' });
    const { body } = await admin.ask(getCatalogue, { part: 'locations', search: branch.name });
    expect(getCatalogue.answer.parse(body)).toEqual({ part: 'locations', items: [branch] });
    expect(branch).toMatchObject({ israel: true, closesAt: '21:00', inUse: 0 });
    expect(branch.rooms).toMatchObject([{ name: 'Hall', capacity: 24 }]);

    const vendors = await admin.ask(getCatalogue, { part: 'vendors' });
    const { items } = getCatalogue.answer.parse(vendors.body);
    expect((items as OfficeVendor[]).find(({ id }) => id === 1)?.inUse).toBeGreaterThan(1);
    const advisor = await signedInStaff('ROLE_ADVISOR');
    expect(refusal(await advisor.ask(getCatalogue, { part: 'vendors' }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});

describe('saveVendor', () => {
  test('adds a vendor that can have exams, with a unique name', async () => {
    const vendor = await addedVendor();
    expect(vendor.id).toBeGreaterThanOrEqual(5);
    const { item } = await admin.do(saveExam, {
      subject: 'Of a new vendor',
      vendorId: vendor.id,
      secularNumber: 'NEW-1',
      credits: 3,
      durationMinutes: 90,
      onlineOnly: false,
      paperOnly: false,
      assignments: false,
      phonesystemActive: true,
      requiredExamIds: [],
      seminaryTesting: false,
    });
    expect(item.vendor_name).toBe(vendor.name);
    expect(refusal(await saveNamed({ name: vendor.name }))).toEqual({
      status: 409,
      code: 'name_taken',
      detail: 'This name is taken.',
    });
    expect(refusal(await saveNamed({ id: NOBODY.id }))).toMatchObject({
      status: 404,
      code: 'vendor_not_found',
    });
  });
});

describe('saveLocation', () => {
  test('offers a new branch to students and staff', async () => {
    const { id, name } = await addedBranch();
    const found = await until(
      () => admin.do(getAllActiveLocations, {}),
      (locations) => locations.some((location) => location.id === id),
    );
    expect(found.find((location) => location.id === id)?.name).toBe(name);
  });

  test('refuses a change from an old version, with the current branch', async () => {
    const { id, version, name } = await addedBranch();
    await saveBranch({ id, version, name, city: 'Here' });
    const late = await saveBranch({ id, version, name, city: 'There' });
    expect(refusal(late)).toMatchObject({ status: 409, code: 'changed' });
    expect((late.body as Problem).current).toMatchObject({ id, city: 'Here' });
    expect(refusal(await saveBranch(NOBODY))).toMatchObject({
      status: 404,
      code: 'location_not_found',
    });
  });
});

describe('retireFromCatalogue', () => {
  test('refuses a branch with future sessions', async () => {
    const { id, version } = await addedBranch();
    await until(
      () => sql('registration', 'SELECT id FROM location_copy WHERE id = $1', [id]),
      (rows) => rows.length === 1,
    );
    const date = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 60 }).toString();
    await admin.do(addOfficeSession, {
      sessionType: '21',
      date,
      testSessionTime: '09:30',
      locationId: id,
      gender: '3',
      seats: 5,
      draft: false,
      confirmDay: true,
    });
    expect(refusal(await retire('locations', { id, version }))).toEqual({
      status: 409,
      code: 'coming_sessions',
      detail: '1 coming sessions are here.',
    });
    expect(refusal(await retire('locations', NOBODY))).toMatchObject({
      status: 404,
      code: 'location_not_found',
    });
  });

  test('refuses a vendor with active exams', async () => {
    const { body } = await superAdmin.ask(getCatalogue, { part: 'vendors' });
    const vendors = getCatalogue.answer.parse(body).items as OfficeVendor[];
    const tal = vendors.find(({ id }) => id === 1) as OfficeVendor;
    const answer = refusal(await retire('vendors', tal));
    expect(answer).toMatchObject({ status: 409, code: 'vendor_in_use' });
    expect(answer.detail).toMatch(/^\d+ exams of this vendor are active\.$/);
    expect(refusal(await retire('vendors', NOBODY))).toMatchObject({
      status: 404,
      code: 'vendor_not_found',
    });
    const mine = await addedVendor();
    expect((await retire('vendors', mine)).status).toBe(200);
  });
});
