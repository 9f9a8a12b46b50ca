import { test } from '@jest/globals';
import { insertFileOnce, meet } from '../shared/api/pact/testing.ts';
import { assignmentsCall } from '../shared/exams/assignments.ts';
import { cccIdCall, uploadCall } from './api.ts';

const signedIn = 'a student is signed in';
const away = {
  status: 502,
  code: 'coopersmith_failed',
  detail: 'There was a problem connecting to your Coopersmith student record.',
};
const essay = new File(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'], 'essay.pdf', {
  type: 'application/pdf',
});

test('the assignments of a course, and a vendor that does not answer', async () => {
  const input = { registrationId: 9001, examId: 101 };
  await meet(assignmentsCall, {
    given: signedIn,
    input,
    answer: {
      assignments: [
        {
          studentAssignmentId: 31,
          courseAssignmentName: 'Essay',
          courseAssignmentDescription: 'Four pages',
          studentAssignmentUploaded: true,
          studentAssignmentUploadedDate: '2026-03-01T12:00:00.000Z',
        },
      ],
    },
  });
  await meet(assignmentsCall, { given: 'the vendor does not answer', input, refusal: away });
});

test("the vendor's id of a student, and a student outside the course", async () => {
  const input = { examId: 101 };
  await meet(cccIdCall, { given: signedIn, input, answer: { cccId: 'CCC-1' } });
  await meet(cccIdCall, {
    given: 'an exam is not registered',
    input,
    refusal: {
      status: 403,
      code: 'not_registered',
      detail: 'You are not registered for this course.',
    },
  });
});

test('handing a file in, and before the fees are paid', async () => {
  const call = {
    input: { regId: 9001, studentAssignmentId: 31 },
    field: 'assignment' as const,
    file: essay,
  };
  await insertFileOnce(uploadCall, {
    ...call,
    given: signedIn,
    answer: {
      uploadResponse: [
        {
          studentAssignmentID: 31,
          studentAssignmentUploaded: true,
          studentAssignmentUploadedDate: '2026-03-01T12:00:00.000Z',
        },
      ],
      onlineAssignmentUploaded: true,
    },
  });
  await insertFileOnce(uploadCall, {
    ...call,
    given: 'the fees are due',
    refusal: { status: 409, code: 'fees_due', detail: 'Please pay the fees first.', expected: 50 },
  });
});
