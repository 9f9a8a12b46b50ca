import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
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
import { readExams } from '../exams/list-exams.ts';
import { saveExam } from '../exams/save-exam.ts';
import { aMaterial, anExam } from '../testing.ts';
import { listOfficeExams } from './list-office-exams.ts';
import type { OfficeExam, OfficeExamFields } from './office-exam.ts';
import { retireExam } from './retire-exam.ts';
import { saveOfficeExam } from './save-office-exam.ts';

let db: TestDatabase;
let stop: () => void;
/** Open registrations by exam, as registration would count them. */
const open = new Map<number, number>();
let requests = 0;
beforeAll(async () => {
  db = await freshDatabase('catalog');
  stop = await serveInProcess('REGISTRATION_ADDR', [
    standIn(CatalogueUseServiceDefinition, {
      countExamUse: async ({ examIds }) => {
        requests += 1;
        return {
          uses: [...open]
            .filter(([id]) => examIds.includes(id))
            .map(([id, count]) => ({ id, count })),
        };
      },
    }),
  ]);
});
beforeEach(() => open.clear());
afterAll(async () => {
  closeClients();
  stop();
  await db.drop();
});

const office = (): Call => asStaff(db, ['ROLE_ADMIN'], { key: randomUUID() });
const fieldsOf = (exam = anExam()): OfficeExamFields => {
  const {
    active: _active,
    additionalChargeCents: _charge,
    courseChangeReserved: _reserved,
    courseCollegeId: _college,
    studyMaterials: _materials,
    ...fields
  } = exam;
  return fields;
};
const added = (about: Partial<OfficeExamFields> = {}): Promise<OfficeExam> =>
  saveOfficeExam(office(), { id: 0, version: 0, exam: { ...fieldsOf(), ...about } });
const changed = (
  { exam }: OfficeExam,
  about: Partial<OfficeExamFields>,
  call = office(),
): Promise<OfficeExam> => {
  const { id, version, vendorName: _name, vendorFullname: _fullname, ...rest } = exam;
  return saveOfficeExam(call, { id, version, exam: { ...fieldsOf(rest as never), ...about } });
};
const listed = async (about: object = {}) =>
  (await listOfficeExams({ db }, { retired: false, search: null, ids: [], ...about })).map(
    ({ exam }) => exam.id,
  );
const auditOf = (id: number) =>
  db.many<{ op: string; actorName: string; change: Record<string, unknown> }>`
    SELECT op, actor_name, change FROM audit WHERE table_name = 'exam' AND row_id = ${String(id)}
    ORDER BY id`;

test('an exam is added and changed, each with its event and its audit row', async () => {
  const first = await added();
  const { id } = first.exam;
  const second = await changed(first, { subject: 'Ethics, anew', credits: 4 });

  expect(second.exam).toMatchObject({ id, subject: 'Ethics, anew', credits: 4 });
  expect(second.exam.version).toBeGreaterThan(first.exam.version);
  expect(await auditOf(id)).toMatchObject([
    { op: 'insert', actorName: 'staff' },
    { op: 'update', change: { subject: [first.exam.subject, 'Ethics, anew'], credits: [3, 4] } },
  ]);
  const events = await db.many<{ data: object }>`
    SELECT payload->'data' AS data FROM outbox WHERE type = 'catalog.exam_changed'
      AND payload->'data'->>'examId' = ${String(id)} ORDER BY created_at`;
  expect(events).toHaveLength(2);
});

test('price, materials and whose course it is stay as they are', async () => {
  const { id } = await saveExam(asStaff(db, ['ROLE_SUPER_ADMIN']), {
    id: 0,
    exam: anExam({
      additionalChargeCents: 5_000,
      courseChangeReserved: true,
      courseCollegeId: 269,
      studyMaterials: [aMaterial()],
    }),
  });
  const [seen] = await listOfficeExams({ db }, { retired: true, search: null, ids: [id] });
  const { exam } = await changed(seen as OfficeExam, { subject: 'Other' });
  expect(exam).toMatchObject({
    additionalChargeCents: 5_000,
    courseChangeReserved: true,
    courseCollegeId: 269,
    studyMaterials: [aMaterial()],
  });
});

test('of two saves of one version the second is refused, and no change is lost', async () => {
  const seen = await added();
  const savers = ['first', 'second'].map((subject) => changed(seen, { subject }));
  const settled = await Promise.allSettled(savers);
  expect(refusals(settled)).toEqual(['changed']);
  const won = settled.find(
    ({ status }) => status === 'fulfilled',
  ) as PromiseFulfilledResult<OfficeExam>;
  const [now] = await readExams(db, [seen.exam.id]);
  expect(now).toEqual(won.value.exam);
});

test('the refusal of an outdated version names the other editor', async () => {
  const seen = await added();
  await changed(seen, { subject: 'first' });
  const refusal = await refusalOf(changed(seen, { subject: 'second' }));
  expect(refusal).toMatchObject({ code: 'changed', status: 409 });
  expect(refusal.detail).toBe('staff changed this meanwhile.');
});

test('fields that open registrations depend on stay, all others may change', async () => {
  const seen = await added();
  open.set(seen.exam.id, 3);
  for (const about of [{ credits: 5 }, { durationMinutes: 100 }, { vendorId: 4 }]) {
    const refusal = await refusalOf(changed(seen, about));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'credits_in_use',
      detail: '3 students are registered for this exam.',
    });
  }
  expect((await changed(seen, { subject: 'Free to change' })).inUse).toBe(3);
  open.clear();
  const [now] = await listOfficeExams({ db }, { retired: true, search: null, ids: [seen.exam.id] });
  expect((await changed(now as OfficeExam, { credits: 5 })).exam.credits).toBe(5);
});

test('the same key saves once, though registrations were added in between', async () => {
  const seen = await added();
  const call = office();
  const first = await changed(seen, { credits: 6 }, call);
  open.set(seen.exam.id, 1);
  expect(await changed(seen, { credits: 6 }, call)).toEqual({ ...first, inUse: 1 });
  expect(await auditOf(seen.exam.id)).toHaveLength(2);
});

test('a requirement never leads back to the exam', async () => {
  const [a, b] = [await added(), await added()];
  const c = await added({ requiredExamIds: [b.exam.id] });
  const bNow = await changed(b, { requiredExamIds: [a.exam.id] });
  const circles = [
    [a, c],
    [a, a],
    [bNow, c],
  ] as const;
  for (const [exam, required] of circles)
    expect(await refusalOf(changed(exam, { requiredExamIds: [required.exam.id] }))).toMatchObject({
      status: 422,
      code: 'invalid',
      detail: 'An exam cannot require itself.',
    });
});

test('control: two requirements that make a circle together do not both come in', async () => {
  const [a, b] = [await added(), await added()];
  const settled = await Promise.allSettled([
    changed(a, { requiredExamIds: [b.exam.id] }),
    changed(b, { requiredExamIds: [a.exam.id] }),
  ]);
  expect(refusals(settled)).toEqual(['invalid']);
});

test('wrong fields, taken codes and exams that are not there are refused', async () => {
  const [seen, other] = [await added(), await added()];
  const codes = await Promise.all(
    [
      changed(seen, { subject: '' }),
      changed(seen, { onlineOnly: true, paperOnly: true }),
      changed(seen, { vendorId: 99 }),
      changed(seen, { requiredExamIds: [999_999] }),
      changed(seen, { secularNumber: other.exam.secularNumber.toLowerCase() }),
      added({ secularNumber: other.exam.secularNumber.toLowerCase() }),
      saveOfficeExam(office(), { id: 999_999, version: 1, exam: fieldsOf() }),
      retireExam(office(), { id: 999_999, version: 1, active: false }),
    ].map(async (tried) => (await refusalOf(tried)).code),
  );
  expect(codes).toEqual([
    'invalid',
    'invalid',
    'invalid',
    'invalid',
    'code_taken',
    'code_taken',
    'exam_not_found',
    'exam_not_found',
  ]);
});

test('an exam retires and comes back, from the version that was seen', async () => {
  const seen = await added();
  const { id, version, secularNumber } = seen.exam;
  const retired = await retireExam(office(), { id, version, active: false });
  expect(retired.exam.active).toBe(false);
  expect(await listed()).not.toContain(id);
  expect(await listed({ retired: true })).toContain(id);
  expect((await refusalOf(retireExam(office(), { id, version, active: true }))).code).toBe(
    'changed',
  );

  const successor = await added({ secularNumber });
  const back = { id, version: retired.exam.version, active: true };
  expect((await refusalOf(retireExam(office(), back))).code).toBe('code_taken');
  await retireExam(office(), {
    id: successor.exam.id,
    version: successor.exam.version,
    active: false,
  });
  expect((await retireExam(office(), back)).exam.active).toBe(true);
});

test('retiring a retired exam changes nothing', async () => {
  const { id, version } = (await added()).exam;
  const once = await retireExam(office(), { id, version, active: false });
  const twice = await retireExam(office(), { id, version: once.exam.version, active: false });
  expect(twice).toEqual(once);
  expect(await auditOf(id)).toHaveLength(2);
});

test('finds exams by subject, code and other names, with one request to registration', async () => {
  const subject = `Rare ${randomUUID()}`;
  const { id, secularNumber } = (await added({ subject, alt2: `Also ${subject}` })).exam;
  requests = 0;
  expect(await listed({ search: subject.toUpperCase() })).toEqual([id]);
  expect(requests).toBe(1);
  expect(await listed({ search: secularNumber })).toContain(id);
  expect(await listed({ search: `also ${subject}` })).toEqual([id]);
  expect(await listed({ search: 'nothing has this name' })).toEqual([]);
});
