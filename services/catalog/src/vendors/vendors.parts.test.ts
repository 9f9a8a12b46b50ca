import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { readExams } from '../exams/list-exams.ts';
import { saveExam } from '../exams/save-exam.ts';
import { anExam } from '../testing.ts';
import { retireVendor, saveVendor } from './save-vendor.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('catalog');
});
afterAll(() => db.drop());

const office = () => asStaff(db, ['ROLE_SUPER_ADMIN'], { key: randomUUID() });
const aName = () => `V ${randomUUID().slice(0, 8)}`;
const added = (name = aName()) => saveVendor(office(), { id: 0, name, fullname: `Full ${name}` });

test('new vendors get the next ids from 5 on, also when two come at once', async () => {
  const vendors = await Promise.all([added(), added(), added()]);
  const ids = vendors.map(({ id }) => id).sort((a, b) => a - b);
  expect(ids).toEqual([ids[0], (ids[0] as number) + 1, (ids[0] as number) + 2]);
  expect(ids[0]).toBeGreaterThanOrEqual(5);
});

test('exams show the new name of a renamed vendor, and the change is announced', async () => {
  const vendor = await added();
  const { id, version } = await saveExam(office(), {
    id: 0,
    exam: anExam({ vendorId: vendor.id }),
  });
  const renamed = await saveVendor(office(), { ...vendor, name: aName() });
  const [exam] = await readExams(db, [id]);
  expect(exam).toMatchObject({ vendorName: renamed.name });
  expect(exam?.version).toBeGreaterThan(version);
  const events = await db.many<{ id: string }>`
    SELECT payload->'data'->>'examId' AS id FROM outbox WHERE type = 'catalog.exam_changed'`;
  expect(events.filter((event) => event.id === String(id))).toHaveLength(2);
  expect(renamed.version).toBe(vendor.version + 1);
});

test('announces a vendor that is added, renamed, retired or offered again', async () => {
  const announcements = async () =>
    (
      await db.one<{ count: number }>`
        SELECT count(*)::int AS count FROM outbox WHERE type = 'catalog.office_lists_changed'`
    ).count;
  const before = await announcements();
  const vendor = await added();
  const renamed = await saveVendor(office(), { ...vendor, name: aName() });
  const away = { id: vendor.id, version: renamed.version, active: false };
  const retired = await retireVendor(office(), away);
  await retireVendor(office(), { ...away, version: retired.version });
  expect(await announcements()).toBe(before + 3); // the last one changed nothing
  await retireVendor(office(), { ...away, version: retired.version, active: true });
  expect(await announcements()).toBe(before + 4);
});

test('refuses a name that exists and an unknown vendor', async () => {
  const [one, other] = [await added(), await added()];
  const codes = await Promise.all(
    [
      added(one.name.toUpperCase()),
      saveVendor(office(), { ...other, name: one.name }),
      saveVendor(office(), { id: 999_999, name: aName(), fullname: 'Nobody' }),
      saveVendor(office(), { id: 0, name: '', fullname: 'Nobody' }),
      saveVendor(office(), { id: 0, name: aName(), fullname: 'x'.repeat(101) }),
      retireVendor(office(), { id: 999_999, version: 1, active: false }),
    ].map(async (tried) => (await refusalOf(tried)).code),
  );
  expect(codes).toEqual([
    'name_taken',
    'name_taken',
    'vendor_not_found',
    'invalid',
    'invalid',
    'vendor_not_found',
  ]);
});

test('a vendor retires only without active exams, and gets no new exam afterwards', async () => {
  const vendor = await added();
  const { id } = await saveExam(office(), { id: 0, exam: anExam({ vendorId: vendor.id }) });
  const away = { id: vendor.id, version: vendor.version, active: false };
  expect(await refusalOf(retireVendor(office(), away))).toMatchObject({
    status: 409,
    code: 'vendor_in_use',
    detail: '1 exams of this vendor are active.',
  });
  const [exam] = await readExams(db, [id]);
  await saveExam(office(), { id, exam: { ...anExam(), ...exam, active: false } });
  const retired = await retireVendor(office(), away);
  expect(retired.active).toBe(false);
  const late = saveExam(office(), { id: 0, exam: anExam({ vendorId: vendor.id }) });
  expect((await refusalOf(late)).code).toBe('invalid');
  expect((await refusalOf(retireVendor(office(), { ...away, active: true }))).code).toBe('changed');
  const back = await retireVendor(office(), { ...away, version: retired.version, active: true });
  expect(back.active).toBe(true);
});

test('of a new exam and the concurrent retirement of its vendor only one succeeds', async () => {
  const vendor = await added();
  const settled = await Promise.allSettled([
    saveExam(office(), { id: 0, exam: anExam({ vendorId: vendor.id }) }),
    retireVendor(office(), { id: vendor.id, version: vendor.version, active: false }),
  ]);
  expect(refusals(settled)).toHaveLength(1);
});
