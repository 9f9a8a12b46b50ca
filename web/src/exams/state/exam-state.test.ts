import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import {
  cancelNotice,
  courseUntil,
  earlierTries,
  groupOf,
  pathOf,
  resumeUntil,
  shownState,
} from './exam-state.ts';

const exam = (over: Partial<Exam>): Exam =>
  ({
    status: 'registered',
    sessionType: null,
    gradeComment: null,
    examTakenDate: null,
    grade: null,
    online_only: false,
    paper_only: false,
    content_code: null,
    examProctorCode: null,
    program_content_code: null,
    online_program_completed: null,
    online_program_started: null,
    isOldSystemReg: false,
    testSessionId: null,
    admin_cancel_session_date: null,
    admin_cancel_session_reason_code: null,
    admin_cancel_session_called_off: false,
    vendor_id: 3,
    assignments: false,
    online_ampeducator_assignments_started: null,
    coopersmithExamTakenAssignmentsIncomplete: false,
    ...over,
  }) as Exam;
const now = new Date('2026-03-02T15:00:00Z'); // 10:00 in New York

test.each([
  { of: exam({}), word: 'Registered' },
  { of: exam({ status: 'scheduled', sessionType: '21' }), word: 'Scheduled' },
  { of: exam({ status: 'scheduled', sessionType: '99' }), word: 'Online' },
  { of: exam({ status: 'course_started' }), word: 'Started' },
  { of: exam({ status: 'taken', examTakenDate: '2026-02-20' }), word: 'Pending' },
  { of: exam({ status: 'taken', examTakenDate: '2026-01-20' }), word: 'Unavailable' },
  {
    of: exam({
      status: 'taken',
      examTakenDate: '2025-12-20',
      coopersmithExamTakenAssignmentsIncomplete: true,
    }),
    word: 'Pending',
  },
  {
    of: exam({ status: 'graded', gradeComment: 'Pass', grade: '91', examTakenDate: '2026-02-20' }),
    word: 'Pass, 91',
  },
  {
    of: exam({
      status: 'graded',
      gradeComment: 'Disqualified by the proctor',
      examTakenDate: '2026-02-20',
    }),
    word: 'Disqualified',
  },
])('the badge of a row reads $word', ({ of, word }) => {
  expect(shownState(of, now).word).toBe(word);
});

test('the notice of a cancelled session shows for three days', () => {
  const cancelled = exam({
    admin_cancel_session_date: '2026-02-27',
    admin_cancel_session_reason_code: 'CP',
  });
  expect(cancelNotice(cancelled, '2026-03-02')?.reason).toBe(
    'This school session should be taken online',
  );
  expect(cancelNotice(cancelled, '2026-03-03')).toBeNull();
});

test('the notice says when the whole session was called off', () => {
  const calledOff = exam({
    admin_cancel_session_date: '2026-02-27',
    admin_cancel_session_reason_code: 'ER',
    admin_cancel_session_called_off: true,
  });
  expect(cancelNotice(calledOff, '2026-03-02')?.reason).toBe('The session was called off.');
});

test('earlier tries are read off the row', () => {
  expect(earlierTries({ is_retake_dates: '2025-05-01*58*Fail,2025-09-01**Disqualified' })).toEqual([
    { day: '2025-05-01', grade: '58', comment: 'Fail' },
    { day: '2025-09-01', grade: '', comment: 'Disqualified' },
  ]);
});

test('groups rows by their next step, and their path shows the progress', () => {
  expect(groupOf(exam({ status: 'course_completed' }))).toBe('ready');
  expect(groupOf(exam({ status: 'online_access' }))).toBe('coming');
  expect(pathOf(exam({ status: 'scheduled' })).done).toBe(2);
});

test('the server says until when a begun exam can be gone on with and a course is open', () => {
  expect(resumeUntil(exam({ online_exam_resume_until: '2026-03-04T09:00:00Z' }))).toEqual(
    new Date('2026-03-04T09:00:00Z'),
  );
  const action = { action: 'startCourse', allowed: true } as const;
  const finishBy = '2027-03-01T03:00:00Z'; // February 28 in New York
  expect(courseUntil(exam({ actions: [{ ...action, finishBy }] }))).toBe('2027-02-28');
  expect(courseUntil(exam({ actions: [action] }))).toBeNull();
});
