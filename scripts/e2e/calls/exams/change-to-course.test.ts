import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { changeExamToCourse } from '@portal/contract/exams/retakes';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { proctored, readyOnline } from '../../exams/online.ts';
import { booked, examThat, registered, rowOf } from '../../exams/registrations.ts';
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
