import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  Assignment,
  getCoopersmithAssignments,
  getStudentCccId,
  uploadCoopersmithAssignment,
} from '@portal/contract/courses/assignments';
import type { Exam } from '@portal/contract/exams/exam';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import * as z from 'zod';
import { sql } from '../../../portal/databases.ts';
import { thePortal } from '../../../portal/place.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { examThat, feesPaid, isPlain, registered, rowOf } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

afterEach(() => mendPartners());

const connecting = 'There was a problem connecting to your Coopersmith student record.';
const pdf = (text = 'essay') =>
  new File([`%PDF-1.7\n${text}`], 'essay.pdf', { type: 'application/pdf' });
const isCourse = (exam: Exam): boolean =>
  exam.vendor_id === 3 &&
  exam.assignments &&
  exam.credits === 3 &&
  exam.phonesystem_active &&
  exam.fitRequirements;

/** Creates a student with a course that has assignments; by default its fee is paid. */
async function inCourse({ isPaid = true } = {}) {
  const student = await aStudent({ credits: 8 });
  const { exam, registrationId } = await registered(
    student.person,
    await examThat(student.person, isCourse),
  );
  if (isPaid) await feesPaid(student.person, exam);
  return { ...student, exam, examId: exam.id, registrationId };
}
const list = async (person: Person, input: { registrationId: number; examId: number }) =>
  (
    await person.do(getCoopersmithAssignments, {
      registrationId: input.registrationId,
      examId: input.examId,
    })
  ).assignments;
const upload = (
  person: Person,
  regId: number,
  studentAssignmentId: number,
  assignment: File = pdf(),
  key: string = randomUUID(),
) => person.ask(uploadCoopersmithAssignment, { regId, studentAssignmentId, assignment }, key);

describe('getCoopersmithAssignments', () => {
  test("gives students and staff the vendor's assignments without a start", async () => {
    const [student, advisor] = [await inCourse(), await signedInStaff('ROLE_ADVISOR')];
    const assignments = await list(student.person, student);
    expect(z.array(Assignment).safeParse(assignments).error).toBeUndefined();
    expect(assignments.map((one) => one.studentAssignmentUploaded)).toEqual([false, false]);
    const { registrationId, examId, id: student_id } = student;
    expect(
      await advisor.do(getCoopersmithAssignments, { registrationId, examId, student_id }),
    ).toEqual({ assignments });
    expect(
      (await student.person.ask(cancelExamRegistration, { registrationId }, randomUUID())).status,
    ).toBe(200);
  });

  test("refuses exams without assignments, and other students' registrations", async () => {
    const [student, other] = [await inCourse({ isPaid: false }), await inCourse({ isPaid: false })];
    const ask = (input: { registrationId: number; examId: number }) =>
      student.person.ask(getCoopersmithAssignments, input);
    const plain = await registered(
      student.person,
      await examThat(student.person, (exam) => isPlain(exam) && exam.credits === 3),
    );
    expect(
      refusal(await ask({ registrationId: plain.registrationId, examId: plain.exam.id })),
    ).toMatchObject({
      status: 409,
      code: 'no_assignments',
    });
    for (const input of [
      { registrationId: other.registrationId, examId: other.examId },
      { registrationId: student.registrationId, examId: plain.exam.id },
    ])
      expect(refusal(await ask(input))).toMatchObject({
        status: 404,
        code: 'registration_not_found',
      });
  });

  test('responds with an error when the vendor fails', async () => {
    const { person, registrationId, examId } = await inCourse({ isPaid: false });
    await breakPartner({ partner: 'coopersmith', mode: 'garbage' });
    expect(
      refusal(await person.ask(getCoopersmithAssignments, { registrationId, examId })),
    ).toEqual({
      status: 502,
      code: 'coopersmith_failed',
      detail: connecting,
    });
  });
});

describe('getStudentCccId', () => {
  test('adds the student at the vendor once', async () => {
    const [{ person, examId, id: student_id }, admin] = [
      await inCourse({ isPaid: false }),
      await signedInStaff('ROLE_ADMIN'),
    ];
    const answers = await Promise.all([1, 2, 3].map(() => person.do(getStudentCccId, { examId })));
    expect(new Set(answers.map(({ cccId }) => cccId)).size).toBe(1);
    expect(await admin.do(getStudentCccId, { examId, student_id })).toEqual(answers[0]);
    expect(await sql('identity', 'SELECT ccc_id FROM student WHERE id = $1', [student_id])).toEqual(
      [{ ccc_id: answers[0]?.cccId }],
    );
  });

  test('refuses unregistered students, and fails when the vendor fails', async () => {
    const [{ person, examId }, other] = [await inCourse({ isPaid: false }), await aStudent()];
    expect(refusal(await other.person.ask(getStudentCccId, { examId }))).toMatchObject({
      status: 403,
      code: 'not_registered',
    });
    await breakPartner({ partner: 'coopersmith', mode: 'error' });
    expect(refusal(await person.ask(getStudentCccId, { examId }))).toEqual({
      status: 502,
      code: 'coopersmith_failed',
      detail: connecting,
    });
  });
});

describe('uploadCoopersmithAssignment', () => {
  test('submits files, replaces a submitted one, and ends the right to cancel', async () => {
    const student = await inCourse();
    const [first, second] = await list(student.person, student);
    const id = first?.studentAssignmentId ?? 0;
    const answer = await upload(student.person, student.registrationId, id);
    expect(uploadCoopersmithAssignment.answer.safeParse(answer.body).error).toBeUndefined();
    expect(answer.body).toMatchObject({
      onlineAssignmentUploaded: true,
      uploadResponse: [
        { studentAssignmentID: id, studentAssignmentUploaded: true },
        {
          studentAssignmentID: second?.studentAssignmentId,
          studentAssignmentUploaded: false,
          studentAssignmentUploadedDate: null,
        },
      ],
    });
    expect((await upload(student.person, student.registrationId, id, pdf('better'))).status).toBe(
      200,
    );
    expect((await list(student.person, student))[0]).toMatchObject({
      studentAssignmentUploaded: true,
      studentAssignmentUploadedDate: expect.any(String),
    });
    expect(
      (await rowOf(student.person, student.examId)).online_ampeducator_assignments_started,
    ).not.toBeNull();
    const { registrationId } = student;
    expect(
      (await student.person.ask(cancelExamRegistration, { registrationId }, randomUUID())).body
        .code,
    ).toBe('exam_started');
  });

  test('submits once per key, and refuses another file for the key', async () => {
    const student = await inCourse();
    const [first] = await list(student.person, student);
    const [id, key] = [first?.studentAssignmentId ?? 0, randomUUID()];
    const answer = await upload(student.person, student.registrationId, id, pdf(), key);
    expect((await upload(student.person, student.registrationId, id, pdf(), key)).body).toEqual(
      answer.body,
    );
    expect(
      (await upload(student.person, student.registrationId, id, pdf('other'), key)).body.code,
    ).toBe('idempotency_key_reused');
  });

  test('refuses until the grading fee is paid', async () => {
    const student = await inCourse({ isPaid: false });
    const [first] = await list(student.person, student);
    const answer = await upload(
      student.person,
      student.registrationId,
      first?.studentAssignmentId ?? 0,
    );
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([
      409,
      'fees_due',
      student.exam.additionalCharge,
    ]);
  });

  test("refuses other students' assignments, and staff", async () => {
    const [student, other, admin] = [
      await inCourse(),
      await inCourse(),
      await signedInStaff('ROLE_SUPER_ADMIN'),
    ];
    const [theirs] = await list(other.person, other);
    const id = theirs?.studentAssignmentId ?? 0;
    expect(refusal(await upload(student.person, student.registrationId, id))).toMatchObject({
      status: 404,
      code: 'assignment_not_found',
    });
    expect(refusal(await upload(student.person, other.registrationId, id))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
    const asStaff = {
      regId: other.registrationId,
      studentAssignmentId: id,
      assignment: pdf(),
      student_id: other.id,
    };
    expect(refusal(await admin.ask(uploadCoopersmithAssignment, asStaff, randomUUID()))).toEqual({
      status: 403,
      code: 'staff_cannot_upload',
      detail: 'Only the student can upload assignments.',
    });
  });

  test('refuses graded, late and unaccepted assignments', async () => {
    const student = await inCourse();
    const [first] = await list(student.person, student);
    const id = first?.studentAssignmentId ?? 0;
    await breakPartner({ partner: 'coopersmith', mode: 'error' });
    expect(refusal(await upload(student.person, student.registrationId, id))).toEqual({
      status: 502,
      code: 'coopersmith_failed',
      detail: connecting,
    });
    await mendPartners();
    const { cccId: studentId } = await student.person.do(getStudentCccId, {
      examId: student.examId,
    });
    await fetch(`${thePortal.sandboxUrl}/__coopersmith/grades`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        studentId,
        courseCode: student.exam.secularNumber,
        studentAssignmentId: id,
        score: 90,
      }),
    });
    await list(student.person, student);
    expect(refusal(await upload(student.person, student.registrationId, id))).toMatchObject({
      status: 409,
      code: 'assignment_graded',
    });
    await sql(
      'registration',
      `UPDATE registration SET online_program_started = now() - interval '7 months' WHERE id = $1`,
      [student.registrationId],
    );
    expect(refusal(await upload(student.person, student.registrationId, id))).toMatchObject({
      status: 409,
      code: 'course_time_over',
      detail: 'The assignments had to be handed in within 6 months.',
    });
  });

  test('refuses large, empty, mislabelled, infected and missing files', async () => {
    const student = await inCourse();
    const [first] = await list(student.person, student);
    const codeOf = async (file: File) => {
      const { status, body } = await upload(
        student.person,
        student.registrationId,
        first?.studentAssignmentId ?? 0,
        file,
      );
      return [status, body.code];
    };
    expect(await codeOf(new File([pdf(), new Uint8Array(20 * 1024 * 1024)], 'large.pdf'))).toEqual([
      413,
      'too_large',
    ]);
    expect(await codeOf(new File(['MZ\u0000\u0003'], 'program.pdf'))).toEqual([415, 'wrong_type']);
    expect(await codeOf(new File(['<script>'], 'page.html'))).toEqual([415, 'wrong_type']);
    expect(await codeOf(new File([], 'empty.pdf'))).toEqual([422, 'invalid']);
    expect(await codeOf(new File([pdf(), TEST_VIRUS], 'virus.pdf'))).toEqual([422, 'file_refused']);
    const plain = await student.person.send(
      'POST',
      uploadCoopersmithAssignment.path,
      '{"regId":1}',
    );
    expect(refusal(plain as never)).toMatchObject({ status: 415, code: 'wrong_type' });
  });

  test('accepts a file of the maximum size, and removes folders from its name', async () => {
    const student = await inCourse();
    const [first] = await list(student.person, student);
    const largest = new File(
      [new Uint8Array(Buffer.from('%PDF-1.7\n')), new Uint8Array(20 * 1024 * 1024 - 9)],
      '../../../etc/essay.pdf',
    );
    expect(
      (
        await upload(
          student.person,
          student.registrationId,
          first?.studentAssignmentId ?? 0,
          largest,
        )
      ).body,
    ).toMatchObject({
      onlineAssignmentUploaded: true,
    });
    expect(
      await sql(
        'registration',
        'SELECT file_name FROM assignment WHERE registration_id = $1 AND file_name IS NOT NULL',
        [student.registrationId],
      ),
    ).toEqual([{ file_name: 'essay.pdf' }]);
  });
});
