import { test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { registered } from '../shared/api/pact/records.ts';
import { meet } from '../shared/api/pact/testing.ts';
import {
  accessCall,
  bookProctorCall,
  openExamCall,
  programCall,
  reserveCall,
  startCourseCall,
  startExamCall,
} from './api.ts';

const signedIn = 'a student is signed in';
const ids = { examId: 101, registrationId: 9001 };
const booked: Exam = {
  ...registered,
  status: 'scheduled',
  testSessionId: 88,
  sessionType: '99',
  proctor_fee_price: 0,
  proctorUuid: 'u-1',
};
const notHers = {
  status: 404,
  code: 'registration_not_found',
  detail: 'This registration was not found.',
};

test('booking a proctor, and before the fees are paid', async () => {
  await meet(bookProctorCall, {
    given: signedIn,
    input: ids,
    answer: {
      url: 'https://proctor.test/1',
      sessionId: 88,
      proctorUuid: 'u-1',
      examProctorCode: '',
      exam: booked,
    },
  });
  await meet(bookProctorCall, {
    given: 'the fees are due',
    input: ids,
    refusal: { status: 409, code: 'fees_due', detail: 'Please pay the fees first.', expected: 15 },
  });
});

test('noting that a time was booked, and where no proctor is', async () => {
  const input = { registrationId: 9001 };
  await meet(reserveCall, {
    given: signedIn,
    input,
    answer: { proctor_reserved: true, exam: { ...booked, proctor_reserved: true } },
  });
  await meet(reserveCall, {
    given: 'no proctor is booked',
    input,
    refusal: {
      status: 409,
      code: 'no_proctor_booking',
      detail: 'There is no booking at the proctoring service for this exam.',
    },
  });
});

test('opening the exam of a session, and before it begins', async () => {
  await meet(openExamCall, {
    given: signedIn,
    input: ids,
    answer: {
      url: 'https://portal.test/exam/start#key',
      sessionId: 77,
      exam: { ...booked, testSessionId: 77, sessionType: '22', proctorUuid: null },
    },
  });
  await meet(openExamCall, {
    given: 'the session has not begun',
    input: ids,
    refusal: {
      status: 409,
      code: 'session_not_open',
      detail: 'The exam can be started only between the start and the last date of the session.',
    },
  });
});

test('starting the course, and where there is none', async () => {
  await meet(startCourseCall, {
    given: signedIn,
    input: ids,
    answer: {
      url: 'https://platform.test/course/1',
      exam: {
        ...registered,
        status: 'course_started',
        online_program_started: '2026-03-02T12:00:00.000Z',
      },
    },
  });
  await meet(startCourseCall, {
    given: 'the exam has no course',
    input: ids,
    refusal: {
      status: 409,
      code: 'no_course',
      detail: 'This exam has no course that could be started.',
    },
  });
});

test('the start link, and one that is of no use any more', async () => {
  const call = { input: { studentId: 12, ...ids }, bearer: 'a-token-of-a-start-link' };
  await meet(startExamCall, {
    ...call,
    given: 'nobody is signed in',
    answer: { url: 'https://platform.test/exam/1' },
  });
  await meet(startExamCall, {
    ...call,
    given: 'the start link is of no use',
    refusal: { status: 403, code: 'start_key_invalid', detail: 'This start link is not valid.' },
  });
});

test('reads admission and the end of the course, also of another student', async () => {
  const input = { regId: 9001 };
  await meet(accessCall, {
    given: signedIn,
    input,
    answer: {
      onlineAccess: true,
      online_exam_started: '2026-03-02T12:00:00.000Z',
      examTaken: false,
    },
  });
  await meet(programCall, {
    given: signedIn,
    input,
    answer: { programCompleted: true, online_program_completed: '2026-03-02T12:00:00.000Z' },
  });
  await meet(accessCall, { given: 'an exam is not registered', input, refusal: notHers });
  await meet(programCall, { given: 'an exam is not registered', input, refusal: notHers });
});
