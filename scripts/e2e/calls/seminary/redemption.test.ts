import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getAllActiveExams, onlineExamRegistration } from '@portal/contract/exams/exams';
import {
  findSeminaryStudentMatchingJSEStudent,
  getRedeemableCourses,
  talReleaseExams,
} from '@portal/contract/seminary/redemption';
import { findSeminaryStudentById } from '@portal/contract/seminary/students';
import { getCreditsInfo } from '@portal/contract/students/student';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aSeminarian, settled } from '../../people/seminary-students.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent, barStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let advisor: Person;
/** An exam of TAL and one of CIS that students can buy themselves. */
let tal: { id: number; credits: number; courseNumber: string; subject: string };
let cis: typeof tal;
beforeAll(async () => {
  [admin, advisor] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_ADVISOR'),
  ]);
  const exams = (await admin.do(getAllActiveExams, {})) as (typeof tal & { vendor_id: number })[];
  tal = exams.find(({ vendor_id }) => vendor_id === 1) as typeof tal;
  cis = exams.find(({ vendor_id }) => vendor_id === 4) as typeof tal;
});

/** Creates a student with credits for both exams, and their seminary record. */
async function aPair({
  missing = 0,
  exams,
  ...changes
}: {
  missing?: number;
  exams?: Parameters<typeof aSeminarian>[2];
  lastName?: string;
} = {}) {
  const credits = tal.credits + cis.credits - missing;
  const student = await aStudent({ credits: [{ credits, packageId: 1 }] });
  const both = [{ examId: tal.id }, { examId: cis.id }];
  const seminaryStudentId = await aSeminarian(admin, student, exams ?? both, changes);
  return { student, seminaryStudentId, about: { student_id: student.id, seminaryStudentId } };
}
const release = (about: { student_id: number; seminaryStudentId: number }, how: boolean) =>
  advisor.ask(talReleaseExams, { ...about, release: how }, randomUUID());
const WRONG_STUDENT =
  'Wrong student. The student in the JSE database does not match the student in ' +
  'seminary testing. Please contact your administrator.';
const wrong = (code: 'wrong_student') => ({ status: 409, code, detail: WRONG_STUDENT });

describe('findSeminaryStudentMatchingJSEStudent', () => {
  test('finds the record with the same birth date and SSN, and compares names', async () => {
    const { student, seminaryStudentId } = await aPair();
    expect(
      await advisor.do(findSeminaryStudentMatchingJSEStudent, { student_id: student.id }),
    ).toMatchObject({
      msg: null,
      exactMatch: true,
      seminaryStudent: { id: seminaryStudentId, examsCount: 2, hasStudentWithSameSsnDob: true },
    });
    const renamed = await aPair({ lastName: 'Another' });
    expect(
      await advisor.do(findSeminaryStudentMatchingJSEStudent, { student_id: renamed.student.id }),
    ).toMatchObject({
      msg: expect.stringMatching(/^Wrong student\? /),
      exactMatch: false,
      seminaryStudent: { id: renamed.seminaryStudentId },
    });
  });

  test('refuses a student without a record, and does not find an unknown student', async () => {
    const { id } = await anEnrolled();
    expect(await advisor.do(findSeminaryStudentMatchingJSEStudent, { student_id: id })).toEqual({
      msg: WRONG_STUDENT,
      seminaryStudent: null,
      exactMatch: false,
    });
    const unknown = await advisor.ask(findSeminaryStudentMatchingJSEStudent, {
      student_id: 2_000_000_000,
    });
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'student_not_found' });
  });
});

describe('getRedeemableCourses', () => {
  test('gives the exams, missing credits and first day, without a block', async () => {
    const { about } = await aPair();
    expect(await advisor.do(getRedeemableCourses, about)).toEqual({
      courses: expect.arrayContaining([
        {
          subject: tal.subject,
          courseNumber: tal.courseNumber,
          numCredits: tal.credits,
          examActualTakenDate: '2025-02-03',
          examTakenDate: null,
          grade: '91',
        },
        expect.objectContaining({ courseNumber: cis.courseNumber }),
      ]),
      sumNeededCredits: 0,
      hasPendingGrade: false,
      hasRegistrationNotComplete: false,
      redeemFrom: '2025-06-01',
      canRedeem: true,
      redeemBlock: null,
    });
  });

  test('returns the first block', async () => {
    const pending = await aPair({
      missing: 1,
      exams: [{ examId: tal.id, gradeComment: null }, { examId: cis.id }],
    });
    expect(await advisor.do(getRedeemableCourses, pending.about)).toMatchObject({
      hasPendingGrade: true,
      sumNeededCredits: 1,
      canRedeem: false,
      redeemBlock: 'There are pending grades',
    });
  });

  test("refuses another student's exams, and redeemed or discarded ones", async () => {
    const [one, other] = await Promise.all([aPair(), aPair()]);
    const crossed = { ...one.about, seminaryStudentId: other.seminaryStudentId };
    expect(refusal(await advisor.ask(getRedeemableCourses, crossed))).toEqual(
      wrong('wrong_student'),
    );
    await settled(one.seminaryStudentId, 2, one.student.id);
    expect(refusal(await advisor.ask(getRedeemableCourses, one.about))).toMatchObject({
      status: 409,
      code: 'already_redeemed',
    });
  });
});

describe('talReleaseExams', () => {
  const graded = async (studentId: number) =>
    (
      await sql<{ exam_id: string; credits_spent: number; grade: string }>(
        'registration',
        `SELECT r.exam_id, r.credits_spent, x.grade FROM registration r
         JOIN exam_result x ON x.registration_id = r.id
         WHERE r.student_id = $1 AND r.status = 'graded' AND r.seminary_redemption_date IS NOT NULL
           AND x.taken_on = r.seminary_redemption_date`,
        [studentId],
      )
    ).map((one) => [Number(one.exam_id), one.credits_spent, one.grade]);

  test('redeems: spends credits, grades the exams, stores results, notifies TAL', async () => {
    const { student, seminaryStudentId, about } = await aPair();
    const key = randomUUID();
    const ask = () => advisor.ask(talReleaseExams, { ...about, release: true }, key);
    const { status, body } = await ask();
    expect([status, body]).toMatchObject([
      200,
      {
        msg: 'The exams were redeemed. TAL was told to release the exams.',
        exams: [{ examTakenDate: expect.any(String) }, { examTakenDate: expect.any(String) }],
        seminaryStudent: { redeemed_exams: 1, studentId: student.id, redeemedExams: [{}, {}] },
        credits: { totalCredits: 0 },
      },
    ]);
    expect((await ask()).body).toEqual(body);
    expect((await student.person.do(getCreditsInfo, {})).totalCredits).toBe(0);
    expect((await graded(student.id)).sort()).toEqual(
      [
        [tal.id, tal.credits, '91'],
        [cis.id, cis.credits, '91'],
      ].sort(),
    );
    const paidBy = 'SELECT DISTINCT package_type_ids FROM registration WHERE student_id = $1';
    expect(await sql('registration', paidBy, [student.id])).toEqual([{ package_type_ids: [1] }]);
    const results = () =>
      sql('transcripts', 'SELECT 1 FROM exam_result WHERE student_id = $1', [student.id]);
    await until(results, (rows) => rows.length === 2);
    const [notification] = await sql<{ notified: boolean }>(
      'seminary',
      'SELECT release_told_at IS NOT NULL AS notified FROM seminary_student WHERE id = $1',
      [seminaryStudentId],
    );
    expect(notification?.notified).toBe(true);
    expect(refusal((await release(about, true)) as never)).toMatchObject({
      code: 'already_redeemed',
    });
  });

  test('redeems once for concurrent calls', async () => {
    const { student, about } = await aPair();
    const answers = await Promise.all([1, 2, 3].map(() => release(about, true)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await graded(student.id)).toHaveLength(2);
    expect((await student.person.do(getCreditsInfo, {})).totalCredits).toBe(0);
  });

  test('discards exams with a pending grade, and keeps the credits', async () => {
    const { student, seminaryStudentId, about } = await aPair({
      exams: [{ examId: tal.id, gradeComment: null }],
    });
    expect((await release(about, false)).body).toMatchObject({
      msg: 'The exams were discarded. TAL was told.',
      exams: [{ courseNumber: tal.courseNumber, grade: null }],
      seminaryStudent: { redeemed_exams: 2, studentId: student.id, redeemedExams: [] },
      credits: { totalCredits: tal.credits + cis.credits },
    });
    expect(await graded(student.id)).toEqual([]);
    const { seminaryStudent } = await admin.do(findSeminaryStudentById, {
      student_id: seminaryStudentId,
    });
    expect(seminaryStudent.redeemed_exams).toBe(2);
  });

  test('refuses to redeem for a barred student, but discards', async () => {
    const { student, about } = await aPair();
    await barStudent(student.id, { deniedRegistration: true, buyingStopped: false });
    expect(await advisor.do(getRedeemableCourses, about)).toMatchObject({
      canRedeem: false,
      redeemBlock: 'Student is denied registration',
    });
    expect(refusal(await release(about, true))).toEqual({
      status: 403,
      code: 'registration_denied',
      detail: 'Student is denied registration',
    });
    expect(await graded(student.id)).toEqual([]);
    expect((await release(about, false)).body).toMatchObject({
      seminaryStudent: { redeemed_exams: 2 },
    });
  });

  // seminary tries every other block on rows: redemption/redeem-exams
  test('refuses untaken registrations, missing credits and another student', async () => {
    const refusalOf = async ({ about }: Awaited<ReturnType<typeof aPair>>) =>
      refusal((await release(about, true)) as never);
    const untaken = await aPair();
    const registering = { student_id: untaken.student.id, examId: tal.id };
    await admin.do(onlineExamRegistration, registering, randomUUID());
    expect(await refusalOf(untaken)).toEqual({
      status: 409,
      code: 'untaken_registrations',
      detail:
        'The student has untaken JSE registrations for the same exams that you want to redeem. ' +
        'Please cancel those before redeeming the seminary exams.',
    });
    const short = await aPair({ missing: 2 });
    const answer = await release(short.about, true);
    expect(answer.body).toMatchObject({ code: 'not_enough_credits', missing: 2 });
    expect((await short.student.person.do(getCreditsInfo, {})).totalCredits).toBe(
      tal.credits + cis.credits - 2,
    );
    const other = await aPair();
    expect(
      await refusalOf({
        ...short,
        about: { ...short.about, seminaryStudentId: other.seminaryStudentId },
      }),
    ).toEqual(wrong('wrong_student'));
  });
});
