import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { CatalogExam, Exam } from '@portal/contract/exam';
import { cancelExamRegistration, getAllActiveExams, getAllExamsAccordingStudent, onlineExamRegistration } from '@portal/contract/exams';
import { getCreditsInfo } from '@portal/contract/student';
import * as z from 'zod';
import { sql } from '../databases.ts';
import { booked, examsThat, examThat, feesPaid, isPlain, registered, rowOf } from '../flows.ts';
import { mailTo } from '../mails.ts';
import { aSession } from '../sessions.ts';
import { signedInStaff } from '../staff.ts';
import { anEnrolled, aStudent, barStudent } from '../students.ts';
import { refusal } from './refusal.ts';

describe('getAllActiveExams', () => {
  test('gives the catalogue, active exams only, by subject and vendor', async () => {
    const { person } = await aStudent();
    const exams = await person.do(getAllActiveExams, {});
    expect(z.array(CatalogExam).safeParse(exams).error).toBeUndefined();
    expect(exams.length).toBeGreaterThanOrEqual(60);
    expect(new Set(exams.map(({ vendor_id }) => vendor_id))).toEqual(new Set([1, 3, 4]));
    const order = new Intl.Collator('en');
    const sorted = [...exams].sort((a, b) => order.compare(a.subject, b.subject) || a.vendor_id - b.vendor_id);
    expect(exams.map(({ subject }) => subject)).toEqual(sorted.map(({ subject }) => subject));
  });

  test('is the same for staff', async () => {
    const [{ person }, staff] = await Promise.all([aStudent(), signedInStaff('ROLE_ADMISSIONS')]);
    expect(await staff.do(getAllActiveExams, {})).toEqual(await person.do(getAllActiveExams, {}));
  });
});

describe('getAllExamsAccordingStudent', () => {
  test('gives every active exam as it is for this student, by the shape of the contract', async () => {
    const { person } = await aStudent();
    const { exams, memberHasntRegistered2years } = await person.do(getAllExamsAccordingStudent, {});
    expect(z.array(Exam).safeParse(exams).error).toBeUndefined();
    expect(exams).toHaveLength((await person.do(getAllActiveExams, {})).length);
    expect(memberHasntRegistered2years).toBe(false);
    expect(exams.filter(({ status, registration_id }) => status !== 'none' || registration_id !== null)).toEqual([]);
    expect(new Set(exams.filter(isPlain).map(({ proctor_fee_price }) => proctor_fee_price))).toEqual(new Set([15]));
  });

  test('shows a registration in its row, to the student and to staff alike, and to nobody else', async () => {
    const [{ person, id }, { person: other }, advisor] = await Promise.all([
      aStudent({ credits: 8 }),
      aStudent(),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    const { exam, registrationId } = await registered(person, await examThat(person));
    expect(await rowOf(person, exam.id)).toEqual(exam);
    const { exams } = await advisor.do(getAllExamsAccordingStudent, { student_id: id });
    expect(exams.find((row) => row.id === exam.id)).toMatchObject({ registration_id: registrationId, status: 'registered' });
    expect(await rowOf(other, exam.id)).toMatchObject({ registration_id: null, status: 'none' });
  });

  test('is not sent again to a browser that has it', async () => {
    const { person } = await aStudent();
    const first = await person.ask(getAllExamsAccordingStudent, {});
    const tag = first.headers.get('etag') ?? '';
    const again = await person.send('GET', getAllExamsAccordingStudent.path, undefined, { 'if-none-match': tag });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('marks exams that the student does not meet the requirements of', async () => {
    const { person } = await aStudent();
    expect((await examsThat(person, ({ fitRequirements }) => !fitRequirements)).length).toBeGreaterThan(0);
  });
});

describe('onlineExamRegistration', () => {
  test('registers with credits, spends them in their order, and mails the study materials', async () => {
    const { person, email } = await aStudent({ credits: [{ credits: 6 }, { credits: 1, vendorsAllowed: '1,4' }] });
    const exam = await examThat(
      person,
      (row) => isPlain(row) && row.vendor_id !== 3 && row.credits === 3 && row.study_materials.length > 0,
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
      exam: { id: exam.id, status: 'registered', registration_id: answer.registrationId, testSessionId: null },
    });
    const { text } = await mailTo(email, /./);
    expect(text).toContain(exam.subject);
    for (const { display_title } of exam.study_materials) expect(text).toContain(display_title);
  });

  test('does it once however often it is asked with one key, side by side too', async () => {
    const { person } = await aStudent({ credits: 8 });
    const [one, two] = await examsThat(person, (row) => isPlain(row) && row.credits <= 3);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => person.ask(onlineExamRegistration, { examId: one?.id }, key)));
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

  test('refuses what is not in the catalogue', async () => {
    const { person } = await aStudent({ credits: 8 });
    expect(refusal(await person.ask(onlineExamRegistration, { examId: 2_000_000_001 }))).toMatchObject({
      status: 404,
      code: 'exam_not_found',
    });
  });

  test('refuses a barred student', async () => {
    const { person, id } = await aStudent({ credits: 8 });
    const { id: examId } = await examThat(person);
    await barStudent(id, { deniedRegistration: true, buyingStopped: false });
    expect(refusal(await person.ask(onlineExamRegistration, { examId }))).toEqual({
      status: 403,
      code: 'registration_denied',
      detail: 'Student is denied registration',
    });
  });

  test('refuses what only the office registers, and an admin may', async () => {
    const [{ person, id }, admin] = await Promise.all([aStudent({ credits: 12 }), signedInStaff('ROLE_ADMIN')]);
    const { id: examId } = await examThat(person, (row) => !row.phonesystem_active && row.credits <= 6);
    expect(refusal(await person.ask(onlineExamRegistration, { examId }))).toEqual({
      status: 403,
      code: 'admin_only_exam',
      detail: 'This exam can be booked only through the office.',
    });
    expect((await admin.do(onlineExamRegistration, { examId, student_id: id })).exam?.status).toBe('registered');
  });

  test('refuses an exam whose requirements are not met, and an admin may', async () => {
    const [{ person, id }, admin] = await Promise.all([aStudent({ credits: 12 }), signedInStaff('ROLE_ADMIN')]);
    const { id: examId } = await examThat(person, (row) => !row.fitRequirements && row.phonesystem_active);
    expect(refusal(await person.ask(onlineExamRegistration, { examId }))).toEqual({
      status: 403,
      code: 'requirements_not_met',
      detail: 'You do not meet the requirements for this exam.',
    });
    expect((await admin.ask(onlineExamRegistration, { examId, student_id: id })).status).toBe(200);
  });

  test('refuses a second open registration of the exam, or of its other version', async () => {
    const { person } = await aStudent({ credits: 24 });
    const course = await examThat(person, (row) => row.alternate_course_version !== null && row.phonesystem_active && row.fitRequirements);
    await registered(person, await rowOf(person, course.alternate_course_version ?? 0));
    for (const examId of [course.id, course.alternate_course_version])
      expect(refusal(await person.ask(onlineExamRegistration, { examId }))).toEqual({
        status: 409,
        code: 'already_registered',
        detail: 'You are already registered for this exam.',
      });
  });

  test('says how many credits are missing and what they cost', async () => {
    const { person } = await aStudent({ credits: 1 });
    const { pricePerCredit } = await person.do(getCreditsInfo, {});
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

  test('takes a taken exam again as a retake that costs its credits again', async () => {
    const { person } = await aStudent({ credits: 12 });
    const { exam, registrationId } = await registered(person, await examThat(person));
    await sql(
      'registration',
      `UPDATE registration SET status = 'graded', taken_on = current_date, grade = '55', grade_comment = 'Fail', graded_on = current_date WHERE id = $1`,
      [registrationId],
    );
    const { exam: again } = await registered(person, exam);
    expect(again).toMatchObject({ status: 'registered', isRetakeNotYetTaken: true, is_retake_dates: expect.stringContaining('*Fail') });
    expect((await person.do(getCreditsInfo, {})).totalCredits).toBe(12 - 2 * exam.credits);
  });
});

describe('cancelExamRegistration', () => {
  const SUPPORT = 'ROLE_TECH_SUPPORT';
  /** Brings a registration into a state that no call of a student leads to. */
  const put = (registrationId: number, changes: string) =>
    sql('registration', `UPDATE registration SET ${changes} WHERE id = $1`, [registrationId]);

  test('gives the credits back to where they came from, and mails it', async () => {
    const { person, email } = await aStudent({ credits: [{ credits: 2, vendorsAllowed: '1,4' }, { credits: 6 }] });
    const { exam, registrationId } = await registered(
      person,
      await examThat(person, (row) => isPlain(row) && row.vendor_id !== 3 && row.credits === 3),
    );
    const answer = await person.do(cancelExamRegistration, { registrationId });
    expect(answer).toMatchObject({
      availableCredits: 8,
      totCreditsAvailable: 8,
      totCreditsDetails: { '1,4': 2, generic: 6 },
      sessionId: null,
      refundAdditionalFees: { noCharge: true, refundAmount: 0, error: null },
    });
    expect(answer.exam).toMatchObject({ id: exam.id, registration_id: null, status: 'none' });
    expect((await mailTo(email, /cancel/i)).text).toContain(exam.subject);
  });

  test('frees the seat, keeps the proctor fee and refunds the additional fee', async () => {
    const sessionId = await aSession({ seats: 1 });
    const { person } = await aStudent({ credits: 12 });
    const { registrationId } = await booked(person, await examThat(person, hasFee), sessionId);
    const { refundAdditionalFees, sessionId: left } = await person.do(cancelExamRegistration, { registrationId });
    expect(left).toBe(sessionId);
    expect(refundAdditionalFees).toMatchObject({ noCharge: false, error: null });
    const [session] = await sql<{ seats_left: number }>('registration', 'SELECT seats_left FROM session WHERE id = $1', [sessionId]);
    expect(session?.seats_left).toBe(1);
  });

  test('does it once, and says so when it is asked again with another key', async () => {
    const { person } = await aStudent({ credits: 8 });
    const { registrationId } = await registered(person, await examThat(person));
    const key = randomUUID();
    const first = await person.ask(cancelExamRegistration, { registrationId }, key);
    expect((await person.ask(cancelExamRegistration, { registrationId }, key)).body).toEqual(first.body);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toMatchObject({ status: 409, code: 'already_cancelled' });
    expect((await person.do(getCreditsInfo, {})).totalCredits).toBe(8);
  });

  test('refuses what has begun', async () => {
    const { person } = await aStudent({ credits: 8 });
    const { registrationId } = await registered(person, await examThat(person));
    const started = { status: 409, code: 'exam_started', detail: 'This exam has been started and cannot be cancelled.' };
    await put(registrationId, `status = 'online_started', online_exam_started = now(), session_type = '99'`);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toEqual(started);
    await put(registrationId, `status = 'taken', taken_on = current_date`);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toEqual(started);
  });

  test('refuses a course that has been started', async () => {
    const { person } = await aStudent({ credits: 12 });
    const course = await examThat(person, (row) => row.program_content_code !== null && row.phonesystem_active && row.fitRequirements);
    const { registrationId } = await registered(person, course);
    await put(registrationId, `status = 'course_started', online_program_started = now()`);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toEqual({
      status: 409,
      code: 'course_started',
      detail: 'A course that has been started cannot be cancelled.',
    });
  });

  test('leaves school sessions, sessions that have begun and exams of the old system to the office', async () => {
    const { person } = await aStudent({ credits: 12 });
    const [one, two] = await examsThat(person);
    const school = await aSession({ sessionType: '22', schoolId: 151, locationId: undefined });
    const { registrationId } = await registered(person, one as Exam);
    const office = { status: 403, code: 'office_only', detail: 'Please call the office to cancel this exam.' };
    await put(registrationId, `status = 'scheduled', session_type = '22', session_id = ${school}`);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toEqual(office);
    await put(registrationId, `status = 'registered', session_type = NULL, session_id = NULL, is_old_system = true`);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toEqual(office);
    const soon = await aSession({ inHours: 1 });
    const second = await booked(person, two as Exam, soon);
    await sql('registration', `UPDATE session SET starts_at = now() - interval '1 minute' WHERE id = $1`, [soon]);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId: second.registrationId }))).toEqual(office);
  });

  test('wants a reason from staff', async () => {
    const [{ person, id: student_id }, admin] = await Promise.all([aStudent({ credits: 8 }), signedInStaff('ROLE_ADMIN')]);
    const { registrationId } = await registered(person, await examThat(person));
    expect(refusal(await admin.ask(cancelExamRegistration, { registrationId, student_id }))).toEqual({
      status: 422,
      code: 'reason_required',
      detail: 'Please select a cancelling reason',
    });
    expect((await admin.ask(cancelExamRegistration, { registrationId, student_id, adminCancelReason: 2 })).status).toBe(200);
  });

  test('leaves what a school was charged for to tech support', async () => {
    const [{ person, id: student_id }, admin, support] = await Promise.all([
      aStudent({ credits: 8 }),
      signedInStaff('ROLE_ADMIN'),
      signedInStaff(SUPPORT),
    ]);
    const { registrationId } = await registered(person, await examThat(person));
    const session = await aSession({ sessionType: '22', schoolId: 151, locationId: undefined });
    await put(registrationId, `charge_school = true, status = 'scheduled', session_type = '22', session_id = ${session}`);
    expect(refusal(await admin.ask(cancelExamRegistration, { registrationId, student_id, adminCancelReason: 3 }))).toEqual({
      status: 403,
      code: 'charged_school',
      detail: 'Exams of this school can be cancelled only by tech support.',
    });
    expect((await support.ask(cancelExamRegistration, { registrationId, student_id, adminCancelReason: 3 })).status).toBe(200);
  });

  test('leaves an exam that was moved online to tech support once the day of its session is over', async () => {
    const [{ person, id: student_id }, admin, support] = await Promise.all([
      aStudent({ credits: 8 }),
      signedInStaff('ROLE_ADMIN'),
      signedInStaff(SUPPORT),
    ]);
    const { registrationId } = await registered(person, await examThat(person));
    const over = await aSession({ sessionType: '22', schoolId: 151, locationId: undefined, inHours: 1 });
    await sql('registration', `UPDATE session SET starts_at = now() - interval '3 days' WHERE id = $1`, [over]);
    await put(
      registrationId,
      `admin_cancel_session_id = ${over}, admin_cancel_session_date = current_date - 4, admin_cancel_session_reason_code = 'CP', session_type = '99'`,
    );
    expect(refusal(await admin.ask(cancelExamRegistration, { registrationId, student_id, adminCancelReason: 3 }))).toMatchObject({
      status: 403,
      code: 'cp_session_over',
    });
    expect((await support.ask(cancelExamRegistration, { registrationId, student_id, adminCancelReason: 3 })).status).toBe(200);
  });

  test('lets a school admin cancel only until the session closes', async () => {
    const [{ id: student_id }, schoolAdmin, admin] = await Promise.all([
      anEnrolled({ schoolId: 209, credits: 8 }),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 209 }),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const { person } = await aStudent();
    const exam = await examThat(person);
    const { registrationId } = await admin.do(onlineExamRegistration, { examId: exam.id, student_id });
    const session = await aSession({ sessionType: '22', schoolId: 209, locationId: undefined, closingDate: '2026-01-01' });
    await put(registrationId ?? 0, `status = 'scheduled', session_type = '22', session_id = ${session}`);
    const ask = {
      registrationId: registrationId ?? 0,
      student_id,
      adminCancelReason: 6 as const,
      schoolId: 209,
      isSchoolRegistration: true,
    };
    expect(refusal(await schoolAdmin.ask(cancelExamRegistration, ask))).toEqual({
      status: 409,
      code: 'session_closed',
      detail: 'The session is closed.',
    });
  });
});

const hasFee = (row: Exam): boolean =>
  row.additionalCharge > 0 &&
  !row.online_only &&
  row.program_content_code === null &&
  row.phonesystem_active &&
  row.fitRequirements &&
  row.registration_id === null;

test('the additional fee of a registration that was not booked is refunded when it is cancelled', async () => {
  const { person } = await aStudent({ credits: 12 });
  const { exam, registrationId } = await registered(person, await examThat(person, hasFee));
  expect(exam.chargeAdditionalCharge).toBe(true);
  const paid = await feesPaid(person, exam);
  expect(paid.exam).toMatchObject({ chargeAdditionalCharge: false, proctor_fee_price: 0 });
  const { refundAdditionalFees } = await person.do(cancelExamRegistration, { registrationId });
  expect(refundAdditionalFees.noCharge).toBe(false);
  expect(refundAdditionalFees.error).toBeNull();
  expect(refundAdditionalFees.msg ?? String(refundAdditionalFees.refundAmount)).toMatch(/\w/);
});
