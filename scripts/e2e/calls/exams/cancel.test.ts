import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cancelExamRegistration, onlineExamRegistration } from '@portal/contract/exams/exams';
import { getCreditsInfo } from '@portal/contract/students/student';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import type { Person } from '../../../portal-user/person.ts';
import {
  booked,
  examsThat,
  examThat,
  feesPaid,
  isPlain,
  put,
  registered,
} from '../../exams/registrations.ts';
import { aSession, beginSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('cancelExamRegistration', () => {
  test('returns the credits to their lots, and sends an email', async () => {
    const { person, email } = await aStudent({
      credits: [{ credits: 2, vendorsAllowed: '1,4' }, { credits: 6 }],
    });
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

  test('releases the seat, keeps the proctor fee and refunds the additional fee', async () => {
    const sessionId = await aSession({ seats: 1 });
    const { person } = await aStudent({ credits: 12 });
    const { registrationId } = await booked(person, await examThat(person, hasFee), sessionId);
    const { refundAdditionalFees, sessionId: left } = await person.do(cancelExamRegistration, {
      registrationId,
    });
    expect(left).toBe(sessionId);
    expect(refundAdditionalFees).toMatchObject({ noCharge: false, error: null });
    const [session] = await sql<{ seats_left: number }>(
      'registration',
      'SELECT seats_left FROM session WHERE id = $1',
      [sessionId],
    );
    expect(session?.seats_left).toBe(1);
  });

  test('cancels once, and refuses a repetition with another key', async () => {
    const { person } = await aStudent({ credits: 8 });
    const { registrationId } = await registered(person, await examThat(person));
    const key = randomUUID();
    const first = await person.ask(cancelExamRegistration, { registrationId }, key);
    expect((await person.ask(cancelExamRegistration, { registrationId }, key)).body).toEqual(
      first.body,
    );
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toMatchObject({
      status: 409,
      code: 'already_cancelled',
    });
    expect((await person.do(getCreditsInfo, {})).totalCredits).toBe(8);
  });

  test('leaves school sessions, begun sessions and exams of the old system to staff', async () => {
    const { person } = await aStudent({ credits: 12 });
    const [one, two] = await examsThat(person);
    const school = await aSession({ sessionType: '22', schoolId: 151, locationId: undefined });
    const { registrationId } = await registered(person, one as Exam);
    const office = {
      status: 403,
      code: 'office_only',
      detail: 'Please call the office to cancel this exam.',
    };
    await put(registrationId, `status = 'scheduled', session_type = '22', session_id = ${school}`);
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toEqual(office);
    await put(
      registrationId,
      `status = 'registered', session_type = NULL, session_id = NULL, is_old_system = true`,
    );
    expect(refusal(await person.ask(cancelExamRegistration, { registrationId }))).toEqual(office);
    const soon = await aSession({ inHours: 1 });
    const second = await booked(person, two as Exam, soon);
    await beginSession(soon);
    expect(
      refusal(await person.ask(cancelExamRegistration, { registrationId: second.registrationId })),
    ).toEqual(office);
  });

  test('leaves exams of charged schools, or moved online and over, to tech support', async () => {
    const [{ person, id: student_id }, admin, support] = await Promise.all([
      aStudent({ credits: 12 }),
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_TECH_SUPPORT'),
    ]);
    const [one, two] = await examsThat(person);
    const { registrationId: charged } = await registered(person, one as Exam);
    const { registrationId: moved } = await registered(person, two as Exam);
    const cancel = (staff: Person, registrationId: number) =>
      staff.ask(cancelExamRegistration, { registrationId, student_id, adminCancelReason: '3' });
    const session = await aSession({ sessionType: '22', schoolId: 151, locationId: undefined });
    await put(
      charged,
      `charge_school = true, status = 'scheduled', session_type = '22', session_id = ${session}`,
    );
    expect(refusal(await cancel(admin, charged))).toEqual({
      status: 403,
      code: 'charged_school',
      detail: 'Exams of this school can be cancelled only by tech support.',
    });
    expect((await cancel(support, charged)).status).toBe(200);

    const over = await aSession({
      sessionType: '22',
      schoolId: 151,
      locationId: undefined,
      inHours: 1,
    });
    await beginSession(over, 3 * 24 * 60);
    await put(
      moved,
      `admin_cancel_session_id = ${over}, admin_cancel_session_date = now()::date - 4,
        admin_cancel_session_reason_code = 'CP', session_type = '99'`,
    );
    expect(refusal(await cancel(admin, moved))).toMatchObject({
      status: 403,
      code: 'cp_session_over',
    });
    expect((await cancel(support, moved)).status).toBe(200);
  });

  test('lets a school admin cancel until the session closes', async () => {
    const [{ id: student_id }, schoolAdmin, admin] = await Promise.all([
      anEnrolled({ schoolId: 209, credits: 8 }),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 209 }),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const { person } = await aStudent();
    const exam = await examThat(person);
    const { registrationId } = await admin.do(onlineExamRegistration, {
      examId: exam.id,
      student_id,
    });
    const session = await aSession({
      sessionType: '22',
      schoolId: 209,
      locationId: undefined,
      closingDate: '2026-01-01',
    });
    await put(
      registrationId ?? 0,
      `status = 'scheduled', session_type = '22', session_id = ${session}`,
    );
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

test('refunds the additional fee of an unbooked registration on cancellation', async () => {
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
