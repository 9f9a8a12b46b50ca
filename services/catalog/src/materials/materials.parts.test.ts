import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import { client, closeClients } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { MaterialsServiceDefinition } from '@portal/proto/catalog/v1/materials';
import { saveExam } from '../exams/save-exam.ts';
import { aMaterial, anExam } from '../testing.ts';
import { getMaterials } from './get-materials.ts';
import { materialRpcs } from './rpc.ts';
import { updateMaterials } from './update-materials.ts';

let db: TestDatabase;
let stop: () => void;
/** The responses of the partner, by vendor. */
const partner: Record<string, () => unknown> = {};
/** Answers wait until this is settled. */
let open = Promise.resolve();
const server = createServer((request, response) => {
  const vendor = new URL(request.url ?? '', 'http://partner').searchParams.get('vendor') ?? '';
  void open.then(() => {
    const answer = partner[vendor]?.();
    if (answer === undefined) response.writeHead(500).end('{}');
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
});

beforeAll(async () => {
  db = await freshDatabase('catalog');
  stop = await serveInProcess('CATALOG_ADDR', [materialRpcs], db);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  setForFile({ TAL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tal` });
});
afterAll(async () => {
  closeClients();
  stop();
  server.close();
  await db.drop();
});
beforeEach(() => {
  partner.TAL = () => [];
  partner.CIS = () => [];
});

const asSuperAdmin = () => asStaff(db, ['ROLE_SUPER_ADMIN']);
const listed = (examCode: string, change: object = {}) => ({
  examCode,
  title: 'Study guide',
  type: 'guide',
  link: `https://tal.test/${examCode}`,
  updatedOn: '2026-01-15',
  ...change,
});
const materialsOf = async (id: number) =>
  (await getMaterials(asSuperAdmin())).exams.find((exam) => exam.id === id)?.studyMaterials ?? [];
const version = async () =>
  (await db.one<{ version: number }>`SELECT version FROM list_version WHERE list = 'exams'`)
    .version;
const events = (type: string) =>
  db.many<{
    data: object;
  }>`SELECT payload->'data' AS data FROM outbox WHERE type = ${type} ORDER BY created_at, id`;

test('adds, changes and removes materials as the list of the partner does', async () => {
  const exam = await saveExam(asSuperAdmin(), { id: 0, exam: anExam() });
  const code = exam.secularNumber.toLowerCase();
  partner.TAL = () => [
    listed(code),
    listed(code, { link: 'https://tal.test/second', title: 'Sample questions', type: 'sample' }),
  ];
  expect(await updateMaterials(asSuperAdmin())).toMatchObject({
    updated: 2,
    talError: null,
    cisError: null,
  });
  expect(await materialsOf(exam.id)).toMatchObject([
    {
      fileType: 'StudyGuide',
      displayTitle: 'Study guide',
      url: `https://tal.test/${code}`,
      lastUpdatedDate: '2026-01-15',
    },
    { fileType: 'PracticeExam', displayTitle: 'Sample questions' },
  ]);

  expect((await updateMaterials(asSuperAdmin())).updated).toBe(0);
  partner.TAL = () => [listed(code, { title: 'New guide', updatedOn: null })];
  expect((await updateMaterials(asSuperAdmin())).updated).toBe(2);
  expect(await materialsOf(exam.id)).toMatchObject([
    { displayTitle: 'New guide', lastUpdatedDate: null },
  ]);
});

test('materials of the office and of other vendors stay', async () => {
  const [own, ccc] = await Promise.all([
    saveExam(asSuperAdmin(), { id: 0, exam: anExam({ studyMaterials: [aMaterial()] }) }),
    saveExam(asSuperAdmin(), {
      id: 0,
      exam: anExam({ vendorId: 3, studyMaterials: [aMaterial()] }),
    }),
  ]);
  partner.TAL = () => [listed(own.secularNumber), listed(ccc.secularNumber)];
  await updateMaterials(asSuperAdmin());
  expect(await materialsOf(own.id)).toHaveLength(2);
  partner.TAL = () => [];
  await updateMaterials(asSuperAdmin());
  expect(await materialsOf(own.id)).toEqual(own.studyMaterials);
  expect(await materialsOf(ccc.id)).toEqual(ccc.studyMaterials);
});

test('announces a new version of the exams, and each changed exam', async () => {
  const exam = await saveExam(asSuperAdmin(), { id: 0, exam: anExam({ vendorId: 4 }) });
  partner.CIS = () => [listed(exam.secularNumber)];
  const before = await version();
  await updateMaterials(asSuperAdmin());
  expect(await version()).toBe(before + 1);
  expect((await events('catalog.exam_changed')).at(-1)?.data).toEqual({
    examId: exam.id,
    version: before + 1,
  });
  expect((await events('catalog.materials_updated')).at(-1)?.data).toEqual({
    version: before + 1,
    updated: 1,
  });
});

test.each<[string, () => unknown]>([
  ['fails', () => undefined],
  ['answers with no JSON', () => '{"answer": <html>'],
  ['answers with no list', () => ({ materials: [] })],
  ['names a link that is none of the web', () => [listed('x', { link: 'javascript:alert(1)' })]],
])('the old materials of a partner that %s stay, with a sentence about it', async (_, answer) => {
  const [tal, cis] = await Promise.all([
    saveExam(asSuperAdmin(), { id: 0, exam: anExam() }),
    saveExam(asSuperAdmin(), { id: 0, exam: anExam({ vendorId: 4 }) }),
  ]);
  partner.TAL = () => [listed(tal.secularNumber)];
  await updateMaterials(asSuperAdmin());
  partner.TAL = answer;
  partner.CIS = () => [listed(cis.secularNumber)];
  expect(await updateMaterials(asSuperAdmin())).toMatchObject({
    updated: 1,
    talError:
      'The study materials of TAL could not be fetched. The ones from before are still in use.',
    cisError: null,
  });
  expect([await materialsOf(tal.id), await materialsOf(cis.id)]).toMatchObject([
    { length: 1 },
    { length: 1 },
  ]);
});

test('refuses when both partners fail, and keeps the time of the last fetch', async () => {
  const first = asSuperAdmin();
  const { lastUpdated } = await updateMaterials(first);
  expect(lastUpdated).toEqual(first.now);
  partner.TAL = () => undefined;
  partner.CIS = () => undefined;
  expect(await refusalOf(updateMaterials(asSuperAdmin()))).toMatchObject({
    status: 502,
    code: 'partner_failed',
  });
  expect(await getMaterials(asSuperAdmin())).toMatchObject({
    lastUpdated,
    talError: expect.any(String),
    cisError: expect.any(String),
  });
  partner.CIS = () => [];
  expect(await updateMaterials(asSuperAdmin())).toMatchObject({ cisError: null });
});

test('of fetches at the same moment one runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  open = promise;
  const fetches = [1, 2, 3, 4].map(() => updateMaterials(asSuperAdmin()));
  // the one that runs waits for the partner until the others have been answered
  let refused = 0;
  const count = () => {
    refused += 1;
    if (refused === 3) resolve();
  };
  for (const one of fetches) one.catch(count);
  expect(refusals(await Promise.allSettled(fetches))).toEqual([
    'update_running',
    'update_running',
    'update_running',
  ]);
});

test('a fetch that died is given up after a minute', async () => {
  const now = steadyNow();
  await db.run`INSERT INTO material_update (started_at, started_by) VALUES (${now}, 'gone')`;
  const at = (seconds: number) =>
    asStaff(db, ['ROLE_SUPER_ADMIN'], { now: new Date(now.getTime() + seconds * 1000) });
  expect((await refusalOf(updateMaterials(at(59)))).code).toBe('update_running');
  expect(await updateMaterials(at(61))).toMatchObject({ talError: null });
});

test('control: without the guard two fetches run side by side', async () => {
  const own = await freshDatabase('catalog');
  await own.run`DROP INDEX material_update_running`;
  await Promise.all(
    [1, 2].map(
      () =>
        own.run`
          INSERT INTO material_update (started_at, started_by) VALUES (now(), 'x')
          ON CONFLICT DO NOTHING`,
    ),
  );
  expect(
    (
      await own.one<{
        n: number;
      }>`SELECT count(*)::int AS n FROM material_update WHERE finished_at IS NULL`
    ).n,
  ).toBe(2);
  await own.drop();
});

test('only super admins read how it went, and fetch', async () => {
  const materials = client(MaterialsServiceDefinition, 'CATALOG_ADDR', 'bff');
  const as = (kind: Actor['kind'], ...roles: string[]) => ({
    actor: { kind, id: 1, roles, name: 'x', via: 'bff' },
    key: crypto.randomUUID(),
  });
  for (const by of [
    as('public'),
    as('student', 'ROLE_STUDENT'),
    as('staff', 'ROLE_ADMIN'),
    as('staff', 'ROLE_TECH_SUPPORT'),
    as('service'),
  ])
    expect([
      await refusalOf(materials.getMaterials({}, by)),
      await refusalOf(materials.updateMaterials({}, by)),
    ]).toMatchObject([{ code: 'forbidden' }, { code: 'forbidden' }]);
  const { materials: read } = await materials.getMaterials({}, as('staff', 'ROLE_SUPER_ADMIN'));
  const { materials: fetched, updated } = await materials.updateMaterials(
    {},
    as('staff', 'ROLE_SUPER_ADMIN'),
  );
  expect([read?.exams.length, fetched?.lastUpdated, updated]).toEqual([
    expect.any(Number),
    expect.any(Date),
    expect.any(Number),
  ]);
});
