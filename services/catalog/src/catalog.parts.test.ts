import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import { client, closeClients } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asService,
  asStaff,
  freshDatabase,
  refusalOf,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { LocationsServiceDefinition } from '@portal/proto/catalog/v1/locations';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { listExams, readExams } from './exams/list-exams.ts';
import { examRpcs } from './exams/rpc.ts';
import { saveExam } from './exams/save-exam.ts';
import { listLocations } from './locations/list-locations.ts';
import { locationRpcs } from './locations/rpc.ts';
import { saveLocation } from './locations/save-location.ts';
import { listPackages } from './packages/list-packages.ts';
import { packageRpcs } from './packages/rpc.ts';
import { savePackage } from './packages/save-package.ts';
import { savePrices } from './prices/save-prices.ts';
import { seed } from './seed.ts';
import { aMaterial, anExam, aPackage } from './testing.ts';

let db: TestDatabase;
let stop: () => void;
beforeAll(async () => {
  db = await freshDatabase('catalog');
  stop = await serveInProcess('CATALOG_ADDR', [examRpcs, packageRpcs, locationRpcs], db);
});
afterAll(async () => {
  closeClients();
  stop();
  await db.drop();
});

const asSuperAdmin = () => asStaff(db, ['ROLE_SUPER_ADMIN']);
const eventsOf = async (type: string) =>
  (
    await db.many<{
      data: { version: number };
    }>`SELECT payload->'data' AS data FROM outbox WHERE type = ${type} ORDER BY created_at`
  ).map(({ data }) => data);

test('a caller with the newest version of the exams gets none until they change', async () => {
  const { version } = await listExams(asSuperAdmin(), 0);
  expect(await listExams(asSuperAdmin(), version)).toEqual({ version, unchanged: true, exams: [] });

  const saved = await saveExam(asSuperAdmin(), {
    id: 0,
    exam: anExam({ studyMaterials: [aMaterial()] }),
  });

  const list = await listExams(asSuperAdmin(), version);
  expect(list).toMatchObject({ version: version + 1, unchanged: false });
  expect(list.exams).toContainEqual(saved);
  expect(saved).toMatchObject({
    version: version + 1,
    vendorName: 'TAL',
    studyMaterials: [{ displayTitle: 'Study guide', lastUpdatedDate: '2026-01-31' }],
  });
  expect(await eventsOf('catalog.exam_changed')).toContainEqual({
    examId: saved.id,
    version: version + 1,
  });
});

test('a change keeps other fields and notes old and new values', async () => {
  const first = await saveExam(asSuperAdmin(), { id: 0, exam: anExam() });
  const exam = anExam({
    secularNumber: first.secularNumber,
    credits: 4,
    requiredExamIds: [first.id],
    studyMaterials: [aMaterial(), aMaterial({ url: 'https://a.test/b' })],
  });
  expect(await refusalOf(saveExam(asSuperAdmin(), { id: first.id, exam }))).toMatchObject({
    code: 'invalid',
  });

  const before = await saveExam(asSuperAdmin(), {
    id: first.id,
    exam: { ...exam, requiredExamIds: [] },
  });
  const after = await saveExam(asSuperAdmin(), {
    id: first.id,
    exam: {
      ...exam,
      requiredExamIds: [],
      studyMaterials: [aMaterial({ displayTitle: 'New title' })],
    },
  });

  expect(after.studyMaterials).toEqual([
    { ...before.studyMaterials[0], displayTitle: 'New title' },
  ]);
  const audits = await db.many<{
    op: string;
    change: Record<string, unknown>;
  }>`
    SELECT op, change FROM audit
    WHERE table_name = 'exam' AND row_id = ${String(first.id)} ORDER BY id`;
  expect(audits.map(({ op }) => op)).toEqual(['insert', 'update', 'update']);
  expect(audits[1]?.change.credits).toEqual([3, 4]);
});

test.each([
  ['an unknown id', (id: number) => ({ id: 999_999, exam: anExam(), id2: id }), 'exam_not_found'],
  [
    'a required exam that does not exist',
    () => ({ id: 0, exam: anExam({ requiredExamIds: [999_999] }) }),
    'invalid',
  ],
  [
    'the code of another exam',
    (id: number) => ({ id: 0, exam: anExam({ secularNumber: `taken-${id}` }) }),
    'invalid',
  ],
])('an exam with %s is refused', async (_, wish, code) => {
  const { id } = await saveExam(asSuperAdmin(), { id: 0, exam: anExam() });
  await db.run`UPDATE exam SET secular_number = ${`TAKEN-${id}`} WHERE id = ${id}`;

  expect((await refusalOf(saveExam(asSuperAdmin(), wish(id)))).code).toBe(code);
});

test('an exam has one course version', async () => {
  const { id } = await saveExam(asSuperAdmin(), { id: 0, exam: anExam() });
  await saveExam(asSuperAdmin(), { id: 0, exam: anExam({ alternateCourseVersion: id }) });

  expect(
    (
      await refusalOf(
        saveExam(asSuperAdmin(), { id: 0, exam: anExam({ alternateCourseVersion: id }) }),
      )
    ).code,
  ).toBe('invalid');
});

test('concurrent changes get a version each, and none is lost', async () => {
  const { version } = await listExams(asSuperAdmin(), 0);
  const saved = await Promise.all(
    Array.from({ length: 12 }, () => saveExam(asSuperAdmin(), { id: 0, exam: anExam() })),
  );

  expect(saved.map((exam) => exam.version).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, index) => version + 1 + index),
  );
  expect((await listExams(asSuperAdmin(), 0)).version).toBe(version + 12);
});

test('control: a version that is read first and written then is given twice', async () => {
  const read = async () => (await listExams(asSuperAdmin(), 0)).version;
  const [first, second] = await Promise.all([read(), read()]);
  expect(first + 1).toBe(second + 1);
});

test('a new default package replaces the former one, also when two are saved at once', async () => {
  const wish = aPackage({ isDefault: true });
  await Promise.all([1, 2, 3].map(() => savePackage(asSuperAdmin(), { id: 0, pack: wish })));
  const latest = await savePackage(asSuperAdmin(), { id: 0, pack: wish });
  const office = await savePackage(asSuperAdmin(), { id: 0, pack: { ...wish, adminOnly: true } });

  const { packages } = await listPackages(asSuperAdmin(), 0);
  expect(packages.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([
    latest.id,
    office.id,
  ]);
});

test('packages and prices are one list', async () => {
  const exam = await saveExam(asSuperAdmin(), { id: 0, exam: anExam() });
  const pack = await savePackage(asSuperAdmin(), {
    id: 0,
    pack: aPackage({ examsAllowed: [exam.id], vendorsAllowed: '3' }),
  });
  const { version } = await listPackages(asSuperAdmin(), 0);
  await savePrices(asSuperAdmin(), { memberCents: 4_100, nonmemberCents: 5_100 });

  const list = await listPackages(asSuperAdmin(), version);
  expect(list).toMatchObject({
    version: version + 1,
    unchanged: false,
    prices: { memberCents: 4_100, nonmemberCents: 5_100 },
  });
  expect(list.packages).toContainEqual(pack);
  expect(await eventsOf('catalog.prices_changed')).toContainEqual({ version: version + 1 });
  expect(
    (await refusalOf(savePrices(asSuperAdmin(), { memberCents: 41.5, nonmemberCents: 1 }))).code,
  ).toBe('invalid');
  expect(
    (
      await refusalOf(
        savePackage(asSuperAdmin(), { id: 0, pack: aPackage({ examsAllowed: [999_999] }) }),
      )
    ).code,
  ).toBe('invalid');
});

test('a branch is saved, changed and never twice under one name', async () => {
  const location = {
    name: 'Deal',
    address: null,
    city: 'Deal',
    phone: null,
    adminOnly: false,
    byAppointment: true,
    seminaryStudyProgramIds: [2],
    active: true,
    contactFirstName: 'Ann',
    contactLastName: 'Gold',
  };
  const saved = await saveLocation(asSuperAdmin(), { id: 0, location });
  await saveLocation(asSuperAdmin(), { id: saved.id, location: { ...location, adminOnly: true } });

  const { locations, version } = await listLocations(asSuperAdmin(), 0);
  expect(locations).toContainEqual(expect.objectContaining({ ...saved, adminOnly: true }));
  expect((await eventsOf('catalog.locations_changed')).at(-1)).toEqual({ version });
  expect(
    (
      await refusalOf(
        saveLocation(asSuperAdmin(), { id: 0, location: { ...location, name: 'DEAL' } }),
      )
    ).code,
  ).toBe('invalid');
});

test('the same key saves once', async () => {
  const call = asSuperAdmin();
  const wish = { id: 0, exam: anExam() };
  const first = await saveExam(call, wish);

  expect(await saveExam(call, wish)).toEqual(first);
});

test('the database refuses rows that break the rules', async () => {
  const { id } = await saveExam(asService(db, 'test'), { id: 0, exam: anExam() });
  const pack = await savePackage(asSuperAdmin(), { id: 0, pack: aPackage() });
  const refused = (sql: Promise<unknown>, code: string) =>
    expect(sql).rejects.toMatchObject({ code });

  await refused(db.run`UPDATE exam SET credits = -1 WHERE id = ${id}`, '23514');
  await refused(db.run`UPDATE exam SET additional_charge_cents = 5050 WHERE id = ${id}`, '23514');
  await refused(db.run`UPDATE exam SET alternate_course_version = id WHERE id = ${id}`, '23514');
  await refused(db.run`UPDATE package_type SET year = 2026 WHERE id = ${pack.id}`, '23514');
  await refused(db.run`UPDATE package_type SET is_default = true`, '23505');
});

test('signed-in callers read the lists; only super admins and services change them', async () => {
  const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'bff');
  const packages = client(PackagesServiceDefinition, 'CATALOG_ADDR', 'bff');
  const locations = client(LocationsServiceDefinition, 'CATALOG_ADDR', 'bff');
  const as = (kind: Actor['kind'], ...roles: string[]) => ({
    actor: { kind, id: 1, roles, name: 'x', via: 'bff' },
    key: crypto.randomUUID(),
  });
  const exam = { ...anExam(), id: 0 };
  const wire = JSON.parse(JSON.stringify(exam, (_, value) => value ?? undefined));

  expect(
    (await exams.listExams({ knownVersion: 0 }, as('student', 'ROLE_STUDENT'))).unchanged,
  ).toBe(false);
  expect(
    (await locations.listLocations({ knownVersion: 0 }, as('staff', 'ROLE_SUPPORT'))).unchanged,
  ).toBe(false);
  expect((await refusalOf(locations.listLocations({}, as('public')))).code).toBe('forbidden');
  for (const by of [
    as('public'),
    as('student', 'ROLE_STUDENT'),
    as('staff', 'ROLE_ADMIN'),
    as('staff', 'ROLE_TECH_SUPPORT'),
    as('service'),
  ]) {
    const tried = [
      exams.saveExam({ exam: wire }, by),
      packages.savePackage({ package: {} }, by),
      packages.savePrices({}, by),
      locations.saveLocation({ location: {} }, by),
    ];
    expect((await Promise.all(tried.map(refusalOf))).map(({ code }) => code)).toEqual(
      tried.map(() => 'forbidden'),
    );
  }
  expect(
    (await exams.saveExam({ exam: wire }, as('staff', 'ROLE_SUPER_ADMIN'))).exam,
  ).toMatchObject({ subject: exam.subject });
  expect((await refusalOf(packages.savePrices({}, as('staff', 'ROLE_SUPER_ADMIN')))).code).toBe(
    'invalid',
  );
});

test('the demo catalogue is filled in once', async () => {
  const own = await freshDatabase('catalog');
  await seed(own, steadyNow());
  const once = await readExams(own, null);
  await seed(own, steadyNow());

  expect(await readExams(own, null)).toEqual(once);
  expect((await own.one<{ n: number }>`SELECT count(*)::int AS n FROM package_type`).n).toBe(9);
  await own.drop();
});
