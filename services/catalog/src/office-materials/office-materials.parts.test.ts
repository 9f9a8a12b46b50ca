import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { closeClients } from '@portal/kit/grpc/client';
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
import { getStudyMaterial } from '../exams/get-study-material.ts';
import { readExams } from '../exams/list-exams.ts';
import { saveExam } from '../exams/save-exam.ts';
import { keepFetched } from '../materials/store.ts';
import { retireExam } from '../office-exams/retire-exam.ts';
import { anExam } from '../testing.ts';
import { listOfficeMaterials, type OfficeMaterial } from './list-office-materials.ts';
import { retireMaterial, type SaveMaterial, saveMaterial } from './save-material.ts';

let db: TestDatabase;
let stop: () => void;
let requests = 0;
beforeAll(async () => {
  db = await freshDatabase('catalog');
  stop = await serveInProcess('REGISTRATION_ADDR', [
    standIn(CatalogueUseServiceDefinition, {
      countExamUse: async ({ examIds }) => {
        requests += 1;
        return { uses: examIds.map((id: number) => ({ id, count: 2 })) };
      },
    }),
  ]);
});
afterAll(async () => {
  closeClients();
  stop();
  await db.drop();
});

const office = (): Call => asStaff(db, ['ROLE_ADMIN'], { key: randomUUID() });
const newExam = async () =>
  (await saveExam(asStaff(db, ['ROLE_SUPER_ADMIN']), { id: 0, exam: anExam() })).id;
const aLink = () => `https://materials.test/${randomUUID()}`;
interface FormChanges extends Partial<SaveMaterial['form']> {
  id?: number;
  file?: SaveMaterial['file'];
}
const save = ({ id = 0, file = null, ...form }: FormChanges, call = office()) =>
  saveMaterial(call, {
    id,
    file,
    form: { examId: 0, fileType: 'StudyGuide', displayTitle: 'Guide', url: null, ...form },
  });
const pdf = (text: string) => ({ name: 'guide.pdf', content: Buffer.from(`%PDF-1.7 ${text}`) });
const retire = ({ id, version }: OfficeMaterial, active = false) =>
  retireMaterial(office(), { id, version, active });
const open = (materialId: number, about: object = {}) =>
  getStudyMaterial({ db }, { materialId, withFile: false, withRetired: false, ...about });
const offered = async (examId: number) =>
  (await readExams(db, [examId]))[0]?.studyMaterials.map(({ displayTitle }) => displayTitle);
const auditOf = (id: number) =>
  db.many<{ op: string; actorName: string; change: Record<string, unknown> }>`
    SELECT op, actor_name, change FROM audit
    WHERE table_name = 'study_material' AND row_id = ${String(id)} ORDER BY id`;
const eventsOf = async (examId: number) =>
  (
    await db.many<{ id: string }>`
      SELECT id FROM outbox WHERE type = 'catalog.exam_changed'
        AND payload->'data'->>'examId' = ${String(examId)}`
  ).length;

test('a link is added and changed, each with an audit row and an event of its exam', async () => {
  const examId = await newExam();
  const before = await eventsOf(examId);
  const url = aLink();
  const first = await save({ examId, url });
  expect(first).toMatchObject({ url, fileName: null, active: true, version: 1, inUse: 2 });
  const second = await save({ id: first.id, examId, displayTitle: 'Guide, anew' });
  expect(second).toMatchObject({ url, displayTitle: 'Guide, anew', version: 2 });
  expect(await offered(examId)).toEqual(['Guide, anew']);
  expect(await auditOf(first.id)).toMatchObject([
    { op: 'insert', actorName: 'staff' },
    { op: 'update', change: { displayTitle: ['Guide', 'Guide, anew'] } },
  ]);
  expect(await eventsOf(examId)).toBe(before + 2);
});

test('a material that goes to another exam tells of both', async () => {
  const [from, to] = [await newExam(), await newExam()];
  const { id } = await save({ examId: from, url: aLink() });
  const [ofFrom, ofTo] = [await eventsOf(from), await eventsOf(to)];
  await save({ id, examId: to });
  expect([await offered(from), await offered(to)]).toEqual([[], ['Guide']]);
  expect([await eventsOf(from), await eventsOf(to)]).toEqual([ofFrom + 1, ofTo + 1]);
});

test('a file is kept with its name, size and hash, and has no link', async () => {
  const file = pdf('first');
  const material = await save({ examId: await newExam(), file });
  expect(material).toMatchObject({ url: '', fileName: 'guide.pdf' });
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const kept = await db.one`
    SELECT name, size, sha256, uploaded_by FROM study_material_file
    WHERE material_id = ${material.id}`;
  expect(kept).toEqual({
    name: 'guide.pdf',
    size: file.content.length,
    sha256,
    uploadedBy: 'staff',
  });
  expect((await open(material.id)).file).toBeNull();
  expect(await open(material.id, { withFile: true })).toMatchObject({ url: '', file });
});

test('a file can be replaced, stays with a new title, and goes for a link', async () => {
  const examId = await newExam();
  const { id } = await save({ examId, file: pdf('one') });
  await save({ id, examId, file: pdf('two') });
  await save({ id, examId, displayTitle: 'Renamed' });
  expect((await open(id, { withFile: true })).file).toEqual(pdf('two'));
  const url = aLink();
  expect(await save({ id, examId, url })).toMatchObject({ url, fileName: null });
  expect(await open(id, { withFile: true })).toMatchObject({ url, file: null });
});

test('a change of the link or file sets the date, a change of the title does not', async () => {
  const examId = await newExam();
  const { id } = await save({ examId, url: aLink() });
  await db.run`UPDATE study_material SET last_updated_date = '2026-01-02' WHERE id = ${id}`;
  expect((await save({ id, examId, displayTitle: 'Other' })).lastUpdatedDate).toBe('2026-01-02');
  const now = new Date('2026-03-04T02:00:00Z');
  const late = asStaff(db, ['ROLE_ADMIN'], { key: randomUUID(), now });
  expect((await save({ id, examId, url: aLink() }, late)).lastUpdatedDate).toBe('2026-03-03');
});

test('an exam has a link and a file once, also when two are added at once', async () => {
  const examId = await newExam();
  const [url, file] = [aLink(), pdf('same')];
  await save({ examId, url });
  expect(await refusalOf(save({ examId, url }))).toMatchObject({
    status: 409,
    code: 'url_taken',
    detail: 'This exam already has this material.',
  });
  const twice = await Promise.allSettled([save({ examId, file }), save({ examId, file })]);
  expect(refusals(twice)).toEqual(['url_taken']);
  expect((await save({ examId: await newExam(), file })).fileName).toBe('guide.pdf');
});

test('the same key saves once, a file too', async () => {
  const examId = await newExam();
  const call = office();
  const first = await save({ examId, file: pdf('once') }, call);
  expect(await save({ examId, file: pdf('once') }, call)).toEqual(first);
  expect(await offered(examId)).toHaveLength(1);
  expect((await refusalOf(save({ examId, file: pdf('other') }, call))).code).toBe(
    'idempotency_key_reused',
  );
});

test('a material of the vendor is neither changed nor retired here', async () => {
  const examId = await newExam();
  await keepFetched(
    db,
    [examId],
    [{ examId, fileType: 'other', displayTitle: 'Listed', url: aLink(), lastUpdatedDate: null }],
  );
  const [listed] = (
    await listOfficeMaterials({ db }, { retired: false, search: null, ids: [] })
  ).filter((one) => one.examId === examId) as [OfficeMaterial];
  expect(listed.fetched).toBe(true);
  const tries = [() => save({ id: listed.id, examId, displayTitle: 'Mine' }), () => retire(listed)];
  for (const tried of tries)
    expect(await refusalOf(tried())).toMatchObject({
      status: 409,
      code: 'fetched',
      detail: 'This material comes from the vendor.',
    });
});

test('offers a material again that the vendor lists, though the office retired it', async () => {
  const examId = await newExam();
  const url = aLink();
  await retire(await save({ examId, url }));
  await keepFetched(
    db,
    [examId],
    [{ examId, fileType: 'other', displayTitle: 'Listed', url, lastUpdatedDate: null }],
  );
  expect(await offered(examId)).toEqual(['Listed']);
});

test('a retired material is not offered, opens for staff alone, and comes back', async () => {
  const examId = await newExam();
  const seen = await save({ examId, url: aLink() });
  const away = await retire(seen);
  expect(away).toMatchObject({ active: false, version: seen.version + 1 });
  expect(await offered(examId)).toEqual([]);
  expect((await refusalOf(open(seen.id))).code).toBe('material_not_found');
  expect(await open(seen.id, { withRetired: true })).toMatchObject({ id: seen.id });
  const late = await refusalOf(retire(seen, true));
  expect(late).toMatchObject({ code: 'changed', detail: 'staff changed this meanwhile.' });
  await retire(away, true);
  expect(await offered(examId)).toEqual(['Guide']);
});

test('a change of its exam leaves a retired material as it is', async () => {
  const examId = await newExam();
  const away = await retire(await save({ examId, file: pdf('kept') }));
  const [exam] = await readExams(db, [examId]);
  await retireExam(office(), { id: examId, version: exam?.version ?? 0, active: false });
  expect(await open(away.id, { withFile: true, withRetired: true })).toMatchObject({
    file: pdf('kept'),
  });
});

test('exams and materials that are not there, and wrong fields, are refused', async () => {
  const examId = await newExam();
  const codes = await Promise.all(
    [
      save({ examId: 2_000_000_001, url: aLink() }),
      save({ id: 2_000_000_001, examId, url: aLink() }),
      save({ examId }),
      save({ examId, url: aLink(), file: pdf('both') }),
      save({ examId, url: 'http://open.test' }),
      retireMaterial(office(), { id: 2_000_000_001, version: 1, active: false }),
    ].map(async (tried) => (await refusalOf(tried)).code),
  );
  expect(codes).toEqual([
    'exam_not_found',
    'material_not_found',
    'invalid',
    'invalid',
    'invalid',
    'material_not_found',
  ]);
});

test('finds materials by exam, code and title, with one request to registration', async () => {
  const examId = await newExam();
  const displayTitle = `Rare ${randomUUID()}`;
  const { id, secularNumber } = await save({ examId, url: aLink(), displayTitle });
  const listed = async (search: string | null) =>
    (await listOfficeMaterials({ db }, { retired: false, search, ids: [] })).map((one) => one.id);
  requests = 0;
  expect(await listed(displayTitle.toUpperCase())).toEqual([id]);
  expect(requests).toBe(1);
  expect(await listed(secularNumber)).toEqual([id]);
  expect(await listed('nothing has this name')).toEqual([]);
  expect((await listed(null)).length).toBeGreaterThan(3);
});
