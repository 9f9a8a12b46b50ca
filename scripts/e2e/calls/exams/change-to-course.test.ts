import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { changeExamToCourse } from '@portal/contract/exams/retakes';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { proctored, readyOnline } from '../../exams/online.ts';
import { booked, examThat, feesPaid, put, registered, rowOf } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let support: Person;
let admin: Person;
beforeAll(async () => {
  [support, admin] = await Promise.all([
    signedInStaff('ROLE_SUPPORT'),
    signedInStaff('ROLE_ADMIN'),
  ]);
});

const WOODMONT = 269;
const hasCourse = (exam: Exam): boolean =>
  exam.hasAlternateCourseVersion &&
  exam.registration_id === null &&
  exam.id !== 525 &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  !exam.online_only;

describe('changeExamToCourse', () => {
  const ask = (examId: number, student_id: number, caller = support, key: string = randomUUID()) =>
    caller.ask(changeExamToCourse, { examId, student_id }, key);
  const woodmont = () => aStudent({ credits: 12, collegeId: WOODMONT });

  test('changes the registration to the course, releases the seat and holds the fee', async () => {
    const { id, person } = await woodmont();
    const sessionId = await aSession({ inHours: 20 });
    const { exam, registrationId } = await booked(
      person,
      await examThat(person, hasCourse),
      sessionId,
    );
    const key = randomUUID();
    const { status, body } = await ask(exam.id, id, support, key);
    expect([status, changeExamToCourse.answer.safeParse(body).error]).toEqual([200, undefined]);
    expect((await ask(exam.id, id, support, key)).body).toEqual(body);
    expect(body).toMatchObject({
      registrationId,
      exam: {
        alternate_course_version: exam.id,
        exam_to_course: true,
        status: 'registered',
        testSessionId: null,
        proctor_fee_price: 0,
      },
    });
    expect(await rowOf(person, body.exam.id)).toMatchObject({
      registration_id: registrationId,
      exam_to_course: true,
    });
    expect((await rowOf(person, exam.id)).registration_id).toBeNull();
    expect(
      await sql('registration', 'SELECT 1 FROM student_session WHERE session_id = $1', [sessionId]),
    ).toEqual([]);
    expect(body.exam.chargeAdditionalCharge).toBe(body.exam.additionalCharge > 0);
  });

  test('cancels the booking with the proctor', async () => {
    const ready = await readyOnline({
      collegeId: WOODMONT,
      holds: (exam: Exam) =>
        hasCourse(exam) && exam.content_code !== null && exam.examProctorCode !== null,
    });
    const { proctorUuid } = await proctored(ready);
    expect((await ask(ready.exam.id, ready.id)).status).toBe(200);
    await until(
      () =>
        sql(
          'registration',
          `SELECT 1 FROM outbox
           WHERE type = 'registration.proctor_booking_given_up' AND payload::text LIKE $1`,
          [`%${proctorUuid}%`],
        ),
      (rows) => rows.length === 1,
    );
  });

  test('refuses other colleges, exams without a course, and unregistered exams', async () => {
    const other = await aStudent({ credits: 12, collegeId: 234 });
    const { exam } = await registered(other.person, await examThat(other.person, hasCourse));
    expect(refusal(await ask(exam.id, other.id))).toEqual({
      status: 422,
      code: 'not_woodmont',
      detail: 'This is not a Woodmont student',
    });
    const { id, person } = await woodmont();
    const plain = await registered(person, await examThat(person));
    expect(refusal(await ask(plain.exam.id, id))).toEqual({
      status: 409,
      code: 'no_course_version',
      detail: 'This exam has no course version.',
    });
    expect(refusal(await ask(exam.id, id))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });

  test('refuses an exam that has begun, or to which the proctor admitted the student', async () => {
    const { id, person } = await woodmont();
    const { exam, registrationId } = await registered(person, await examThat(person, hasCourse));
    const sessionId = await aSession();
    await feesPaid(person, exam);
    await person.do(scheduleSessionForRegistration, { registrationId, sessionId });
    for (const [status, sitting] of [
      ['online_access', 'online_access = true'],
      ['online_started', 'online_exam_started = now()'],
    ] as const) {
      await put(registrationId, `status = '${status}'`, { sitting });
      expect(refusal(await ask(exam.id, id))).toEqual({
        status: 409,
        code: 'already_started',
        detail: 'This exam has already been started.',
      });
    }
    await put(registrationId, "status = 'scheduled'", {
      sitting: 'online_access = false, online_exam_started = NULL',
    });
    expect((await ask(exam.id, id)).status).toBe(200);
  });

  test('changes exam 525 only for tech support', async () => {
    const { id, person } = await woodmont();
    const exam = await examThat(person, (one) => one.id === 525);
    await registered(person, exam);
    for (const caller of [support, admin])
      expect(refusal(await ask(525, id, caller))).toMatchObject({
        status: 404,
        code: 'exam_not_found',
      });
    const { status, body } = await ask(525, id, await signedInStaff('ROLE_TECH_SUPPORT'));
    expect([status, body.exam?.id]).toEqual([200, 526]);
  });
});
