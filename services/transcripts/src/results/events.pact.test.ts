import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { ExamGraded } from '@portal/proto/registration/v1/events';
import { Redeemed } from '@portal/proto/seminary/v1/events';
import { onExamGraded } from './on-exam-graded.ts';
import { onSeminaryRedeemed } from './on-seminary-redeemed.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('transcripts');
});
afterAll(() => db.drop());

test('an exam redeemed at seminary is a result of the student, on that day', async () => {
  const exam = {
    examId: 401,
    registrationId: 70_001,
    grade: '91',
    gradeComment: 'Pass',
    vendorId: 4,
    courseNumber: 'CIS-401',
    subject: 'Biblical Hebrew',
    credits: 3,
  };
  const redeemed = { studentId: 42, redeemedOn: '2026-11-22', exams: [exam] };
  await reliesOn('transcripts', Redeemed, redeemed, (message) =>
    deliver(db, onSeminaryRedeemed, message),
  );
  expect(
    await db.many`
      SELECT vendor_id, exam_id, registration_id, course_number, subject, credits, taken_date,
        is_online, result, score
      FROM exam_result WHERE student_id = 42`,
  ).toEqual([
    {
      vendorId: 4,
      examId: 401,
      registrationId: 70_001,
      courseNumber: 'CIS-401',
      subject: 'Biblical Hebrew',
      credits: 3,
      takenDate: '2026-11-22',
      isOnline: false,
      result: 'Pass',
      score: '91',
    },
  ]);
});

test('queries TAL about the student of a TAL exam that registration grades', async () => {
  const graded = { registrationId: 70_002, studentId: 43, examId: 101, vendorId: 1 };
  await reliesOn('transcripts', ExamGraded, graded, (message) =>
    deliver(db, onExamGraded, message),
  );
  expect(await db.many`SELECT vendor FROM vendor_ask WHERE student_id = 43`).toEqual([
    { vendor: 'tal' },
  ]);
});
