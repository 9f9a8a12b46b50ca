import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { getCatalogue, retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { type OfficeExam, saveExam } from '@portal/contract/catalogue/office-exam';
import type { Exam } from '@portal/contract/exams/exam';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import type { Problem } from '@portal/contract/problem';
import { until } from '../../../portal/until.ts';
import { LiveStream } from '../../../portal-user/live-stream.ts';
import type { Person } from '../../../portal-user/person.ts';
import { registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

type ExamInput = CallInput<typeof saveExam>;
const anExam = (about: Partial<ExamInput> = {}): ExamInput => ({
  subject: `Made by the office ${randomInt(1e9)}`,
  vendorId: 1,
  secularNumber: `OFF-${randomInt(1e9)}`,
  credits: 3,
  durationMinutes: 90,
  onlineOnly: false,
  paperOnly: false,
  assignments: false,
  phonesystemActive: true,
  requiredExamIds: [],
  seminaryTesting: false,
  ...about,
});
const ask = (about: Partial<ExamInput> = {}, key = randomUUID()) =>
  admin.ask(saveExam, anExam(about), key);
const added = async (about: Partial<ExamInput> = {}): Promise<OfficeExam> => {
  const answer = await ask(about);
  expect(answer).toMatchObject({ status: 200 });
  return saveExam.answer.parse(answer.body).item;
};
/** Saves an exam with changed fields, from the version that was read. */
const change = (seen: OfficeExam, about: Partial<ExamInput> = {}) =>
  ask({
    id: seen.id,
    version: seen.version,
    subject: seen.subject,
    credits: seen.credits,
    secularNumber: seen.secularNumber,
    durationMinutes: seen.durationMinutes,
    ...about,
  });
const retire = ({ id, version }: OfficeExam, active = false) =>
  admin.ask(retireFromCatalogue, { part: 'exams', id, version, active }, randomUUID());
const retired = async (exam: OfficeExam): Promise<OfficeExam> => {
  const { item } = retireFromCatalogue.answer.parse((await retire(exam)).body);
  return item as OfficeExam;
};
const listed = async (about: object = {}) => {
  const { body } = await admin.ask(getCatalogue, { part: 'exams', ...about });
  return getCatalogue.answer.parse(body).items as OfficeExam[];
};
/** Waits for the row of an exam in a student's list and returns it. */
async function rowIn(person: Person, examId: number): Promise<Exam> {
  const { exams } = await until(
    () => person.do(getAllExamsAccordingStudent, {}),
    (list) => list.exams.some(({ id }) => id === examId),
  );
  return exams.find(({ id }) => id === examId) as Exam;
}

describe('getCatalogue', () => {
  test('gives exams by subject with uses and last change, retired ones on request', async () => {
    const exam = await added();
    const search = exam.secularNumber.toLowerCase();
    expect(await listed({ search })).toEqual([exam]);
    const away = await retired(exam);
    expect(await listed({ search })).toEqual([]);
    const [now] = await listed({ search, retired: true });
    expect(now).toEqual(away);
    expect(now).toMatchObject({ active: false, inUse: 0, lastChangeBy: expect.any(String) });
    const subjects = (await listed()).map(({ subject }) => subject.toLowerCase());
    expect(subjects.length).toBeGreaterThan(10);
  });

  test('names a file of exams by the day', async () => {
    const { secularNumber } = await added();
    const search = new URLSearchParams({ part: 'exams', format: 'xlsx', search: secularNumber });
    const headers = { cookie: `sid=${admin.cookie('sid')}` };
    const answer = await fetch(`${admin.url}${getCatalogue.path}?${search}`, { headers });
    expect(answer.headers.get('content-type')).toBe(getCatalogue.file);
    expect(answer.headers.get('content-disposition')).toMatch(/"Exams \d{4}-\d\d-\d\d\.xlsx"/);
    // an XLSX is a ZIP
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK');
  });
});

describe('saveExam', () => {
  test('offers a new exam, and notifies open pages', async () => {
    const { person } = await aStudent();
    const stream = await LiveStream.open(person);
    const { id, subject } = await added();
    await stream.waitForEvent('changed', 'exams');
    expect((await rowIn(person, id)).subject).toBe(subject);
    LiveStream.closeAll();
  });

  test('saves once per key', async () => {
    const key = randomUUID();
    const input = anExam();
    const answers = await Promise.all([1, 2].map(() => admin.ask(saveExam, input, key)));
    const again = await admin.ask(saveExam, input, key);
    expect(again.status).toBe(200);
    expect(await listed({ search: input.secularNumber })).toHaveLength(1);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });

  test('refuses a change from an old version, with the current exam', async () => {
    const seen = await added();
    await change(seen, { subject: 'Changed first' });
    const answer = await change(seen, { subject: 'Changed second' });
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'changed' });
    const { detail, current } = answer.body as Problem;
    expect(detail).toMatch(/^\S+ changed this meanwhile\.$/);
    expect(current).toMatchObject({ id: seen.id, subject: 'Changed first' });
  });

  test('keeps the terms of registered students', async () => {
    const { person } = await aStudent({ credits: 3 });
    const exam = await added();
    await registered(person, await rowIn(person, exam.id));
    expect(refusal(await change(exam, { credits: 4 }))).toEqual({
      status: 409,
      code: 'credits_in_use',
      detail: '1 students are registered for this exam.',
    });
    const { body } = await change(exam, { subject: 'The name may change' });
    expect(saveExam.answer.parse(body).item).toMatchObject({ inUse: 1, credits: 3 });
  });
});

describe('retireFromCatalogue', () => {
  test('withdraws an exam except for students who have registered it', async () => {
    const { person } = await aStudent({ credits: 3 });
    const { person: other } = await aStudent();
    const exam = await added();
    const offered = (who: Person) =>
      who
        .do(getAllExamsAccordingStudent, {})
        .then(({ exams }) => exams.some(({ id }) => id === exam.id));
    await registered(person, await rowIn(person, exam.id));
    await retired(exam);
    await until(
      () => offered(other),
      (is) => !is,
    );
    expect(await offered(person)).toBe(true);
  });

  test('refuses an old version, with the current exam', async () => {
    const seen = await added();
    const away = await retired(seen);
    const late = await retire(seen, true);
    expect(refusal(late)).toMatchObject({ status: 409, code: 'changed' });
    expect((late.body as Problem).current).toEqual(away);
  });
});
