import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { getCatalogue, retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { type OfficeMaterial, saveMaterial } from '@portal/contract/catalogue/office-material';
import type { Exam } from '@portal/contract/exams/exam';
import {
  getAllExamsAccordingStudent,
  getAllExamsWithStudyMaterial,
  openStudyMaterial,
} from '@portal/contract/exams/exams';
import type { Problem } from '@portal/contract/problem';
import { until } from '../../../portal/until.ts';
import { LiveStream } from '../../../portal-user/live-stream.ts';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { anExam } from '../../exams/catalogue.ts';
import { registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});
afterAll(() => LiveStream.closeAll());

type MaterialInput = Partial<CallInput<typeof saveMaterial>> & { file?: File };
const aLink = () => `https://materials.test/${randomUUID()}`;
const pdf = (text: string = randomUUID(), name = 'guide.pdf') =>
  new File([`%PDF-1.7\n${text}`], name, { type: 'application/pdf' });
const ask = (about: MaterialInput, person = admin, key = randomUUID()) =>
  person.ask(saveMaterial, { fileType: 'StudyGuide', displayTitle: 'Guide', ...about }, key);
const saved = async (about: MaterialInput): Promise<OfficeMaterial> => {
  const answer = await ask(about);
  expect(answer).toMatchObject({ status: 200 });
  return saveMaterial.answer.parse(answer.body).item;
};
const retire = ({ id, version }: { id: number; version: number }, active = false) =>
  admin.ask(retireFromCatalogue, { part: 'materials', id, version, active }, randomUUID());
const listed = async (about: object) => {
  const { body } = await admin.ask(getCatalogue, { part: 'materials', ...about });
  return getCatalogue.answer.parse(body).items as OfficeMaterial[];
};
/** Waits until the row of an exam has so many materials and returns it. */
const rowWith = async (person: Person, examId: number, materials: number): Promise<Exam> => {
  const { exams } = await until(
    () => person.do(getAllExamsAccordingStudent, {}),
    (list) => list.exams.find(({ id }) => id === examId)?.study_materials.length === materials,
  );
  return exams.find(({ id }) => id === examId) as Exam;
};
const NOBODY = { id: 2_000_000_007, version: 1 };

describe('getCatalogue', () => {
  test('gives materials with exam and last change, retired ones on request', async () => {
    const material = await saved({ examId: await anExam(), url: aLink() });
    const search = material.secularNumber.toLowerCase();
    expect(await listed({ search })).toEqual([material]);
    const { item } = retireFromCatalogue.answer.parse((await retire(material)).body);
    expect(await listed({ search })).toEqual([]);
    expect(await listed({ search, retired: true })).toEqual([item]);
  });
});

describe('saveMaterial', () => {
  test('sends a link to open pages and the list of materials', async () => {
    const { person } = await aStudent();
    const examId = await anExam();
    const stream = await LiveStream.open(person);
    const material = await saved({ examId, url: aLink() });
    await stream.waitForEvent('changed', 'exams');
    const { study_materials } = await rowWith(person, examId, 1);
    expect(study_materials).toMatchObject([
      { id: material.id, display_title: 'Guide', file_type: 'StudyGuide' },
    ]);
    const exams = await until(
      () => admin.do(getAllExamsWithStudyMaterial, {}),
      (all) => all.some(({ id }) => id === examId),
    );
    expect(exams.find(({ id }) => id === examId)?.study_materials).toEqual(study_materials);
  });

  test('accepts JSON without a file', async () => {
    const [examId, url] = [await anExam(), aLink()];
    const input = { examId, fileType: 'PracticeExam', displayTitle: 'As JSON', url };
    const answer = await admin.send('POST', saveMaterial.path, JSON.stringify(input), {
      'content-type': 'application/json',
    });
    expect(answer.status).toBe(200);
    expect(saveMaterial.answer.parse(answer.body).item).toMatchObject(input);
  });

  test('gives a PDF only to students who have registered the exam', async () => {
    const { person } = await aStudent({ credits: 3 });
    const { person: other } = await aStudent();
    const examId = await anExam();
    const text = randomUUID();
    const { id, url, fileName } = await saved({ examId, file: pdf(text, 'My guide.pdf') });
    expect(fileName).toBe('My guide.pdf');
    await registered(person, await rowWith(person, examId, 1));
    expect(await person.do(openStudyMaterial, { materialId: id })).toMatchObject({ url });

    const asFile = { materialId: id, format: 'file' } as const;
    const headers = { cookie: `sid=${person.cookie('sid')}` };
    const answer = await fetch(`${person.url}${url}`, { headers });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain(
      'attachment; filename="My guide.pdf"',
    );
    expect(await answer.text()).toBe(`%PDF-1.7\n${text}`);
    expect(refusal(await other.ask(openStudyMaterial, asFile))).toMatchObject({
      status: 403,
      code: 'not_registered',
    });
    expect((await fetch(`${person.url}${url}`)).status).toBe(401);
    expect((await admin.ask(openStudyMaterial, asFile)).status).toBe(200);
  });

  test('does not find a file of a link', async () => {
    const { id } = await saved({ examId: await anExam(), url: aLink() });
    const answer = await admin.ask(openStudyMaterial, { materialId: id, format: 'file' });
    expect(refusal(answer)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('saves once per key', async () => {
    const examId = await anExam();
    const [key, input] = [randomUUID(), { examId, file: pdf() }];
    const first = await ask(input, admin, key);
    expect(await ask(input, admin, key)).toMatchObject({ status: 200, body: first.body });
    const [{ secularNumber: search }] = (await listed({})).filter(
      (one) => one.examId === examId,
    ) as [OfficeMaterial];
    expect(await listed({ search })).toHaveLength(1);
  });

  test('refuses files that are not PDFs, too large or infected', async () => {
    const examId = await anExam();
    const files: [File, object][] = [
      [new File(['no PDF'], 'guide.pdf'), { status: 415, code: 'wrong_type' }],
      [pdf('x', 'guide.html'), { status: 415, code: 'wrong_type' }],
      [pdf('x'.repeat(25 * 1024 * 1024)), { status: 413, code: 'too_large' }],
      [pdf(TEST_VIRUS), { status: 422, code: 'file_refused' }],
    ];
    for (const [file, expected] of files)
      expect(refusal(await ask({ examId, file }))).toMatchObject(expected);
    expect((await listed({})).filter((one) => one.examId === examId)).toEqual([]);
  });
});

describe('retireFromCatalogue', () => {
  test('hides a material from students and not from staff, and restores it', async () => {
    const { person } = await aStudent({ credits: 3 });
    const examId = await anExam();
    const material = await saved({ examId, url: aLink() });
    await registered(person, await rowWith(person, examId, 1));
    const { item } = retireFromCatalogue.answer.parse((await retire(material)).body);
    await rowWith(person, examId, 0);
    const materialId = material.id;
    expect(refusal(await person.ask(openStudyMaterial, { materialId }))).toMatchObject({
      status: 404,
      code: 'material_not_found',
    });
    expect((await admin.ask(openStudyMaterial, { materialId })).status).toBe(200);
    await retire(item as OfficeMaterial, true);
    await rowWith(person, examId, 1);
  });

  test('refuses unknown materials and old versions, with the current material', async () => {
    expect(refusal(await retire(NOBODY))).toMatchObject({
      status: 404,
      code: 'material_not_found',
    });
    const seen = await saved({ examId: await anExam(), url: aLink() });
    const now = await saved({ id: seen.id, examId: seen.examId, displayTitle: 'Meanwhile' });
    const late = await retire(seen);
    expect(refusal(late)).toMatchObject({ status: 409, code: 'changed' });
    expect((late.body as Problem).current).toEqual(now);
  });
});
