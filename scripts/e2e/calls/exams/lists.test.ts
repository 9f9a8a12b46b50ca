import { afterEach, describe, expect, test } from '@jest/globals';
import { Exam, ExamMaterials } from '@portal/contract/exams/exam';
import {
  cancelExamRegistration,
  getAllActiveExams,
  getAllActiveExamsWithRegistrationDetails,
  getAllExamsAccordingStudent,
  getAllExamsWithStudyMaterial,
  getAllSeminaryTestingExams,
  getStudyMaterials,
  openStudyMaterial,
  updateAndGetStudyMaterials,
} from '@portal/contract/exams/exams';
import * as z from 'zod';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { anExam } from '../../exams/catalogue.ts';
import { examThat, isPlain, registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const withoutActions = ({ actions: _, ...row }: Exam): Omit<Exam, 'actions'> => row;

describe('getAllSeminaryTestingExams', () => {
  test('gives admins the active exams that may be uploaded for seminary students', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const [id, closed] = await Promise.all([
      anExam({ seminaryTesting: true }),
      anExam({ seminaryTesting: true, active: false }),
    ]);
    const exams = await until(
      () => admin.do(getAllSeminaryTestingExams, {}),
      (list) => list.some((exam) => exam.id === id),
    );
    expect(exams).toContainEqual({ id: 101, subject: 'Ethics of the Fathers', vendor_id: 1 });
    expect(exams.filter((exam) => exam.id === closed || exam.id === 401)).toEqual([]);
    const active = new Set((await admin.do(getAllActiveExams, {})).map((exam) => exam.id));
    expect(exams.filter((exam) => !active.has(exam.id))).toEqual([]);
  });
});

describe('getAllActiveExamsWithRegistrationDetails', () => {
  test('gives active exams with the registrations, and requires a student from staff', async () => {
    const [{ person, id: student_id }, advisor] = await Promise.all([
      aStudent({ credits: 8 }),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    const { exam } = await registered(person, await examThat(person));
    const exams = await person.do(getAllActiveExamsWithRegistrationDetails, {});
    expect(z.array(Exam).safeParse(exams).error).toBeUndefined();
    expect(exams).toEqual((await person.do(getAllExamsAccordingStudent, {})).exams);
    expect(exams).toContainEqual(exam);
    const seen = await advisor.do(getAllActiveExamsWithRegistrationDetails, { student_id });
    expect(seen.map(withoutActions)).toEqual(exams.map(withoutActions));
    // advisors may not register, book or cancel; only students start exams
    const mayDo = seen.flatMap(({ actions }) => actions).filter(({ allowed }) => allowed);
    expect(mayDo).toEqual([]);
    expect(refusal(await advisor.ask(getAllActiveExamsWithRegistrationDetails, {}))).toEqual({
      status: 400,
      code: 'student_id_required',
      detail: 'StudentId is required.',
    });
  });
});

describe('getAllExamsWithStudyMaterial', () => {
  test('gives the active exams that have study materials', async () => {
    const admissions = await signedInStaff('ROLE_ADMISSIONS');
    const exams = await admissions.do(getAllExamsWithStudyMaterial, {});
    expect(z.array(ExamMaterials).safeParse(exams).error).toBeUndefined();
    expect(exams.find(({ id }) => id === 101)).toMatchObject({
      subject: 'Ethics of the Fathers',
      vendor_name: 'TAL',
      secularNumber: 'TAL-101',
      study_materials: expect.arrayContaining([
        expect.objectContaining({ file_type: 'StudyGuide' }),
      ]),
    });
    expect(
      exams.filter(({ id, study_materials }) => id === 422 || study_materials.length === 0),
    ).toEqual([]);
  });
});

describe('getStudyMaterials', () => {
  test('gives the stored materials without changes', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    const first = await superAdmin.do(getStudyMaterials, {});
    expect(first).toMatchObject({
      updated: 0,
      exams: await superAdmin.do(getAllExamsWithStudyMaterial, {}),
    });
    expect(await superAdmin.do(getStudyMaterials, {})).toEqual(first);
  });
});

describe('updateAndGetStudyMaterials', () => {
  const list = 'GET /tal/study-materials';
  afterEach(() => mendPartners());

  test('fetches the materials of TAL and CIS, which all lists then show', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    const fetched = await superAdmin.do(updateAndGetStudyMaterials, {});
    const ofExam = (id: number, exams: readonly ExamMaterials[]) =>
      exams.find((exam) => exam.id === id)?.study_materials ?? [];
    expect(ofExam(102, fetched.exams)).toContainEqual({
      id: expect.any(Number),
      file_type: 'PracticeExam',
      display_title: 'Sample questions',
      url: expect.stringMatching(/^\/study-material\/\d+$/),
      last_updated_date: '2026-01-15',
    });
    expect(ofExam(401, fetched.exams)).toContainEqual(
      expect.objectContaining({ file_type: 'CourseSyllabus', display_title: 'Syllabus' }),
    );
    // earlier materials are kept
    expect(ofExam(102, fetched.exams).length).toBeGreaterThan(1);
    expect([fetched.talError, fetched.cisError]).toEqual([undefined, undefined]);
    expect(await superAdmin.do(getStudyMaterials, {})).toEqual({ ...fetched, updated: 0 });
    await until(
      () => superAdmin.do(getAllExamsWithStudyMaterial, {}),
      (exams) => JSON.stringify(exams) === JSON.stringify(fetched.exams),
    );
    expect((await superAdmin.do(updateAndGetStudyMaterials, {})).updated).toBe(0);
  });

  test('keeps the earlier materials of a failing partner, and reports it', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    const { exams } = await superAdmin.do(updateAndGetStudyMaterials, {});
    await breakPartner({ partner: 'tal', mode: 'garbage', count: 1, operation: list });
    const answer = await superAdmin.do(updateAndGetStudyMaterials, {});
    expect(answer).toMatchObject({
      exams,
      updated: 0,
      talError:
        'The study materials of TAL could not be fetched. The ones from before are still in use.',
    });
    expect(answer.cisError).toBeUndefined();
  });

  test('responds with an error when both partners fail', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    const before = await superAdmin.do(updateAndGetStudyMaterials, {});
    await breakPartner({ partner: 'tal', mode: 'error', operation: list });
    expect(refusal(await superAdmin.ask(updateAndGetStudyMaterials, {}))).toEqual({
      status: 502,
      code: 'partner_failed',
      detail: 'The study materials of TAL and CIS could not be fetched.',
    });
    expect(await superAdmin.do(getStudyMaterials, {})).toMatchObject({
      exams: before.exams,
      lastUpdated: before.lastUpdated,
    });
  });
});

describe('openStudyMaterial', () => {
  const materialOf = async (person: Person, holds = (_exam: Exam) => true) => {
    const exam = await examThat(
      person,
      (row) => isPlain(row) && row.study_materials.length > 0 && holds(row),
    );
    const [material] = exam.study_materials;
    if (!material) throw new Error('an exam without materials');
    return { exam, material };
  };

  test('gives the address to students while the exam is registered', async () => {
    const { person } = await aStudent({ credits: 8 });
    const { exam, material } = await materialOf(person);
    expect(material.url).toBe(`/study-material/${material.id}`);
    const ask = () => person.ask(openStudyMaterial, { materialId: material.id });
    expect(refusal(await ask())).toEqual({
      status: 403,
      code: 'not_registered',
      detail: 'Register for this exam to get its study materials.',
    });
    const { registrationId } = await registered(person, exam);
    const { url, display_title } = await person.do(openStudyMaterial, { materialId: material.id });
    expect([display_title, new URL(url).protocol]).toEqual([
      material.display_title,
      expect.stringMatching(/^https?:$/),
    ]);
    const other = await materialOf(person, ({ id }) => id !== exam.id);
    expect((await person.ask(openStudyMaterial, { materialId: other.material.id })).status).toBe(
      403,
    );
    await person.do(cancelExamRegistration, { registrationId });
    expect((await ask()).status).toBe(403);
  });
});
