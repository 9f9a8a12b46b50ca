import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { CatalogExam, Exam } from '@portal/contract/exams/exam';
import {
  getAllActiveExams,
  getAllExamsAccordingStudent,
  onlineExamRegistration,
} from '@portal/contract/exams/exams';
import { getCreditsInfo } from '@portal/contract/students/student';
import * as z from 'zod';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { examsThat, examThat, isPlain, put, registered, rowOf } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, grantedLots } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('getAllActiveExams', () => {
  test('gives the active exams of the catalogue by subject and vendor', async () => {
    const { person } = await aStudent();
    const exams = await person.do(getAllActiveExams, {});
    expect(z.array(CatalogExam).safeParse(exams).error).toBeUndefined();
    expect(exams.length).toBeGreaterThanOrEqual(60);
    const vendors = new Set(exams.map(({ vendor_id }) => vendor_id));
    expect([...vendors]).toEqual(expect.arrayContaining([1, 3, 4]));
    const order = new Intl.Collator('en');
    const sorted = [...exams].sort(
      (a, b) => order.compare(a.subject, b.subject) || a.vendor_id - b.vendor_id,
    );
    expect(exams.map(({ subject }) => subject)).toEqual(sorted.map(({ subject }) => subject));
  });
});

describe('getAllExamsAccordingStudent', () => {
  test('gives each active exam with its state for the student, as documented', async () => {
    const { person } = await aStudent();
    const { exams, memberHasntRegistered2years } = await person.do(getAllExamsAccordingStudent, {});
    expect(z.array(Exam).safeParse(exams).error).toBeUndefined();
    expect(exams).toHaveLength((await person.do(getAllActiveExams, {})).length);
    expect(memberHasntRegistered2years).toBe(false);
    expect(
      exams.filter(({ status, registration_id }) => status !== 'none' || registration_id !== null),
    ).toEqual([]);
    expect(
      new Set(exams.filter(isPlain).map(({ proctor_fee_price }) => proctor_fee_price)),
    ).toEqual(new Set([15]));
  });

  test('shows a registration to its student and to staff, not to other students', async () => {
    const [{ person, id }, { person: other }, advisor] = await Promise.all([
      aStudent({ credits: 8 }),
      aStudent(),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    const { exam, registrationId } = await registered(person, await examThat(person));
    expect(await rowOf(person, exam.id)).toEqual(exam);
    const { exams } = await advisor.do(getAllExamsAccordingStudent, { student_id: id });
    expect(exams.find((row) => row.id === exam.id)).toMatchObject({
      registration_id: registrationId,
      status: 'registered',
    });
    expect(await rowOf(other, exam.id)).toMatchObject({ registration_id: null, status: 'none' });
  });

  test('is not sent again to a browser that has cached it', async () => {
    const { person } = await aStudent();
    const first = await person.ask(getAllExamsAccordingStudent, {});
    const tag = first.headers.get('etag') ?? '';
    const again = await person.send('GET', getAllExamsAccordingStudent.path, undefined, {
      'if-none-match': tag,
    });
    expect([again.status, again.body]).toEqual([304, '']);
  });
});

describe('onlineExamRegistration', () => {
  test('registers with credits, spent in order, and emails the study materials', async () => {
    const { person, email } = await aStudent({
      credits: [{ credits: 6 }, { credits: 1, vendorsAllowed: '1,4' }],
    });
    const exam = await examThat(
      person,
      (row) =>
        isPlain(row) && row.vendor_id !== 3 && row.credits === 3 && row.study_materials.length > 0,
    );
    const answer = await person.do(onlineExamRegistration, { examId: exam.id });
    expect(answer).toMatchObject({
      totCreditsAvailable: 4,
      totCreditsDetails: { '1,4': 0, generic: 4 },
      proctorFee: 15,
      registrationMadeWithFreeSeminaryStudyCredits: false,
      studyMaterialNotSent: false,
      paymentMethod: null,
      error: null,
      exam: {
        id: exam.id,
        status: 'registered',
        registration_id: answer.registrationId,
        testSessionId: null,
      },
    });
    const { text } = await mailTo(email, /./);
    expect(text).toContain(exam.subject);
    for (const { display_title } of exam.study_materials) expect(text).toContain(display_title);
  });

  test('registers once for repeated and concurrent calls with one key', async () => {
    const { person } = await aStudent({ credits: 8 });
    const [one, two] = await examsThat(person, (row) => isPlain(row) && row.credits <= 3);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => person.ask(onlineExamRegistration, { examId: one?.id }, key)),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(new Set(done.map(({ body }) => body.registrationId)).size).toBe(1);
    const again = await person.ask(onlineExamRegistration, { examId: one?.id }, key);
    expect(again.body).toEqual(done[0]?.body);
    expect(refusal(await person.ask(onlineExamRegistration, { examId: two?.id }, key))).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
      detail: 'This request was already used for something else. Please try again.',
    });
    expect((await person.do(getCreditsInfo, {})).totalCredits).toBe(8 - (one?.credits ?? 0));
  });

  test('refuses a key of staff that is used for another student', async () => {
    const [{ id: first, person }, { id: second }, admin] = await Promise.all([
      aStudent({ credits: 8 }),
      aStudent({ credits: 8 }),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const { id: examId } = await examThat(person);
    const key = randomUUID();
    await admin.do(onlineExamRegistration, { examId, student_id: first }, key);
    expect(
      refusal(await admin.ask(onlineExamRegistration, { examId, student_id: second }, key)),
    ).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    const other = await admin.do(onlineExamRegistration, { examId, student_id: second });
    expect(other.registrationId).toEqual(expect.any(Number));
  });

  // registration tries each refusal on rows: booking/purchases/register-exam
  test('refuses when credits are missing, with their number and price', async () => {
    const { person } = await aStudent({ credits: 1 });
    const pricePerCredit = await creditPrice(person);
    const exam = await examThat(person, (row) => isPlain(row) && row.credits >= 3);
    const answer = await person.ask(onlineExamRegistration, { examId: exam.id });
    expect([answer.status, answer.body.code, answer.body.missing, answer.body.expected]).toEqual([
      409,
      'not_enough_credits',
      exam.credits - 1,
      (exam.credits - 1) * pricePerCredit,
    ]);
    expect(await rowOf(person, exam.id)).toMatchObject({ registration_id: null });
  });

  test('registers a taken exam as a retake that costs its credits again', async () => {
    const { person } = await aStudent({ credits: 12 });
    const { exam, registrationId } = await registered(person, await examThat(person));
    await put(registrationId, `status = 'graded'`, {
      result: `taken_on = now()::date, grade = '55', grade_comment = 'Fail',
        graded_on = now()::date`,
    });
    const { exam: again } = await registered(person, exam);
    expect(again).toMatchObject({
      status: 'registered',
      isRetakeNotYetTaken: true,
      is_retake_dates: expect.stringContaining('*Fail'),
    });
    expect((await person.do(getCreditsInfo, {})).totalCredits).toBe(12 - 2 * exam.credits);
  });

  test('spends free retake credits on failed seminary exams only for the full cost', async () => {
    const failed = (registrationId: number, comment: string) =>
      put(registrationId, `status = 'graded'`, {
        result: `taken_on = now()::date, grade = '55', grade_comment = '${comment}',
          graded_on = now()::date`,
      });
    const { person, id } = await aStudent();
    const { id: examId, credits } = await examThat(
      person,
      (row) => isPlain(row) && row.credits === 3,
    );
    await grantedLots(id, [
      { credits, examsAllowed: [examId] },
      { credits: credits + 1, freeSeminaryRetake: true, proctorFeeCents: 0 },
    ]);
    await sql(
      'payments',
      `UPDATE lot
       SET is_special_program = true, seminary_study_tti_program_id = 1, seminary_year = 2026
       WHERE student_id = $1 AND NOT is_free_seminary_retake`,
      [id],
    );
    expect(await rowOf(person, examId)).toMatchObject({ freeSeminaryRetake: false });
    const first = await person.do(onlineExamRegistration, { examId });
    expect(first.registrationMadeWithFreeSeminaryStudyCredits).toBe(false);
    await failed(first.registrationId ?? 0, 'Disqualified');
    expect(await rowOf(person, examId)).toMatchObject({
      freeSeminaryRetake: true,
      proctor_fee_price: 0,
    });
    const again = await person.do(onlineExamRegistration, { examId });
    expect(again).toMatchObject({
      registrationMadeWithFreeSeminaryStudyCredits: true,
      proctorFee: 0,
      totCreditsAvailable: 0,
    });
    expect(await person.do(getCreditsInfo, {})).toMatchObject({
      freeCreditForSeminaryStudyRetakes: 1,
    });
    await failed(again.registrationId ?? 0, 'Fail');
    // one free credit is left, which does not cover the exam
    expect(await rowOf(person, examId)).toMatchObject({ freeSeminaryRetake: false });
    expect(refusal(await person.ask(onlineExamRegistration, { examId })).code).toBe(
      'not_enough_credits',
    );
  });
});
