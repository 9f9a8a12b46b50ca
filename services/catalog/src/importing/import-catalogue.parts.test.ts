import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { CatalogueUseServiceDefinition } from '@portal/proto/registration/v1/catalogue_use';
import type { Exam } from '../exams/exam.ts';
import { readExams } from '../exams/list-exams.ts';
import { saveExam } from '../exams/save-exam.ts';
import { savePackage } from '../packages/save-package.ts';
import { readAllPrices } from '../prices/price-store.ts';
import { savePrices } from '../prices/save-prices.ts';
import { anExam, aPackage } from '../testing.ts';
import { type CatalogueFile, importExams, importPrices } from './import-catalogue.ts';

let db: TestDatabase;
let stop: () => void;
/** Open registrations by exam, as registration would count them. */
const open = new Map<number, number>();
beforeAll(async () => {
  db = await freshDatabase('catalog');
  stop = await serveInProcess('REGISTRATION_ADDR', [
    standIn(CatalogueUseServiceDefinition, {
      countExamUse: async ({ examIds }) => ({
        uses: [...open]
          .filter(([id]) => examIds.includes(id))
          .map(([id, count]) => ({ id, count })),
      }),
    }),
  ]);
  await savePrices(office(), { memberCents: 4_200, nonmemberCents: 5_200 });
});
beforeEach(() => open.clear());
afterAll(async () => {
  closeClients();
  stop();
  await db.drop();
});

const office = (key: string = randomUUID()) => asStaff(db, ['ROLE_SUPER_ADMIN'], { key });
const fileOf = (lines: string[], about: Partial<CatalogueFile> = {}): CatalogueFile => ({
  name: 'exams.csv',
  content: Buffer.from(lines.join('\n')),
  dryRun: true,
  previewHash: '',
  ...about,
});
const added = async (): Promise<Exam> => saveExam(office(), { id: 0, exam: anExam() });
const examNow = async (id: number) => (await readExams(db, [id]))[0];
const table = (...rows: string[]) => ['id,vendor,secularNumber,credits', ...rows];
const row = ({ id, secularNumber }: Exam, credits: number) =>
  `${id},TAL,${secularNumber},${credits}`;
const whats = ({ rows }: { rows: { what: string }[] }) => rows.map(({ what }) => what);

test('a dry run reports changes without making them; the import makes exactly these', async () => {
  const [one, other] = [await added(), await added()];
  const lines = table(row(one, 5), row(other, 3));
  const shown = await importExams(office(), fileOf(lines));
  expect(shown.rows).toMatchObject([
    { row: 2, id: one.id, what: 'change', changes: [{ field: 'credits', from: '3', to: '5' }] },
    { row: 3, id: other.id, what: 'same' },
  ]);
  expect((await examNow(one.id))?.credits).toBe(3);
  const { previewHash } = shown;
  const done = await importExams(office(), fileOf(lines, { dryRun: false, previewHash }));
  expect(done).toEqual(shown);
  expect((await examNow(one.id))?.credits).toBe(5);
  expect((await examNow(other.id))?.version).toBe(other.version);
  const again = await importExams(office(), fileOf(lines));
  expect(whats(again)).toEqual(['same', 'same']);
});

test('refuses the import when an exam changed since the preview, and imports nothing', async () => {
  const exam = await added();
  const lines = table(row(exam, 5));
  const { previewHash } = await importExams(office(), fileOf(lines));
  await saveExam(office(), { id: exam.id, exam: { ...exam, credits: 4 } });
  const late = importExams(office(), fileOf(lines, { dryRun: false, previewHash }));
  expect(await refusalOf(late)).toMatchObject({
    status: 409,
    code: 'preview_outdated',
    detail: 'Something changed since the preview. Please look again.',
  });
  expect((await examNow(exam.id))?.credits).toBe(4);
});

test('one row that is wrong keeps all others out', async () => {
  const [one, other] = [await added(), await added()];
  open.set(other.id, 2);
  const lines = table(row(one, 5), row(other, 5), '99999999,TAL,X,3');
  const shown = await importExams(office(), fileOf(lines));
  expect(shown.rows.map(({ what, text }) => [what, text])).toEqual([
    ['change', expect.any(String)],
    ['error', '2 students are registered for this exam.'],
    ['error', 'id: There is no such exam'],
  ]);
  const { previewHash } = shown;
  const tried = await refusalOf(
    importExams(office(), fileOf(lines, { dryRun: false, previewHash })),
  );
  expect(tried).toMatchObject({ status: 422, code: 'file_rows_invalid' });
  expect(tried.extra.errors?.map(({ path }) => path)).toEqual(['row 3', 'row 4']);
  const unseen = importExams(office(), fileOf(lines, { dryRun: false }));
  expect((await refusalOf(unseen)).code).toBe('file_rows_invalid');
  expect((await examNow(one.id))?.credits).toBe(3);
});

test('the same key imports once; of two imports of one preview the second is refused', async () => {
  const exam = await added();
  const lines = table(row(exam, 5));
  const { previewHash } = await importExams(office(), fileOf(lines));
  const apply = fileOf(lines, { dryRun: false, previewHash });
  const call = office();
  const first = await importExams(call, apply);
  expect(await importExams(call, apply)).toEqual(first);

  const more = table(row(exam, 6));
  const shown = await importExams(office(), fileOf(more));
  const twice = fileOf(more, { dryRun: false, previewHash: shown.previewHash });
  const settled = await Promise.allSettled([
    importExams(office(), twice),
    importExams(office(), twice),
  ]);
  expect(refusals(settled)).toEqual(['preview_outdated']);
});

test('a file that is no table, has no such columns or too many rows is refused', async () => {
  const codes = await Promise.all(
    [
      importExams(office(), fileOf(['%PDF-1.7'], { name: 'a.pdf' })),
      importExams(office(), fileOf(['id,credits', '1,3'])),
      importExams(office(), fileOf(table(...Array.from({ length: 5_001 }, () => '1,TAL,X,3')))),
      importPrices(office(), fileOf(['kind,validFrom', 'credit_member,now'])),
    ].map(async (tried) => (await refusalOf(tried)).code),
  );
  expect(codes).toEqual([
    'wrong_type',
    'file_rows_invalid',
    'file_rows_invalid',
    'file_rows_invalid',
  ]);
});

test('matches columns in any case, names other columns and reports skipped rows', async () => {
  const exam = await added();
  const { rows, ignoredColumns, report } = await importExams(
    office(),
    fileOf([
      'Exams of May',
      'ID;Vendor;Secular Number;CREDITS;Colour',
      ';;;;blue',
      `${exam.id};TAL;${exam.secularNumber};4;red`,
    ]),
  );
  expect(rows).toMatchObject([{ what: 'change' }]);
  expect(ignoredColumns).toEqual(['Colour']);
  expect(report).toMatchObject({
    lines: 4,
    headerRow: 2,
    rows: 1,
    skippedRows: 2,
    skipped: [
      { from: 1, to: 1, why: 'title' },
      { from: 3, to: 3, why: 'other_columns' },
    ],
    firstRow: { row: 4, cells: expect.arrayContaining([{ column: 'CREDITS', text: '4' }]) },
  });
});

test('prices begin as the table says, and equal prices are not set again', async () => {
  const { id } = await savePackage(office(), { id: 0, pack: aPackage() });
  const lines = [
    'kind,refId,amount,validFrom,reason',
    `package,${id},189,now,Sale`,
    `package_proctor_fee,${id},15,,`,
  ];
  const shown = await importPrices(office(), fileOf(lines));
  expect(whats(shown)).toEqual(['add', 'same']);
  const { previewHash } = shown;
  await importPrices(office(), fileOf(lines, { dryRun: false, previewHash }));
  const [inForce] = await readAllPrices(db, steadyNow(), { kind: 'package', refId: id });
  expect(inForce).toMatchObject({ amountCents: 18_900, reason: 'Sale', state: 'in_force' });
  expect(whats(await importPrices(office(), fileOf(lines)))).toEqual(['same', 'same']);
});
