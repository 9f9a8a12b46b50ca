import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exam';
import { cancelNotice, courseUntil, earlierTries, groupOf, hasBegun, pathOf, resumeUntil, rowActions, shownState } from './exam-state.ts';

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
  { of: exam({ status: 'taken', examTakenDate: '2025-12-20', coopersmithExamTakenAssignmentsIncomplete: true }), word: 'Pending' },
  { of: exam({ status: 'graded', gradeComment: 'Pass', grade: '91', examTakenDate: '2026-02-20' }), word: 'Pass, 91' },
  { of: exam({ status: 'graded', gradeComment: 'Disqualified by the proctor', examTakenDate: '2026-02-20' }), word: 'Disqualified' },
])('the badge of a row reads $word', ({ of, word }) => {
  expect(shownState(of, now).word).toBe(word);
});

test.each([
  { what: 'a registered exam can be scheduled and cancelled', of: exam({}), at: undefined, actions: ['schedule', 'cancel'] },
  { what: 'an online-only exam has no session to choose', of: exam({ online_only: true }), at: undefined, actions: ['cancel'] },
  { what: 'a course is started first', of: exam({ program_content_code: 'P1' }), at: undefined, actions: ['startCourse', 'cancel'] },
  {
    what: 'a course that runs is gone on with',
    of: exam({ status: 'course_started', online_program_started: 'x' }),
    at: undefined,
    actions: ['continueCourse'],
  },
  {
    what: 'assignments are handed in from the start of the course on',
    of: exam({ status: 'course_started', online_program_started: 'x', program_content_code: 'P1', assignments: true }),
    at: undefined,
    actions: ['continueCourse', 'assignments', 'upload'],
  },
  {
    what: 'assignments wait for the start of their course',
    of: exam({ program_content_code: 'P1', assignments: true }),
    at: undefined,
    actions: ['startCourse', 'cancel'],
  },
  {
    what: 'a course without a programme has its assignments from the registration on',
    of: exam({ assignments: true }),
    at: undefined,
    actions: ['schedule', 'assignments', 'upload', 'cancel'],
  },
  {
    what: 'what was handed in ends the right to cancel',
    of: exam({ assignments: true, online_ampeducator_assignments_started: 'x' }),
    at: undefined,
    actions: ['schedule', 'assignments', 'upload'],
  },
  {
    what: 'assignments of vendors 1 and 4 are only told of',
    of: exam({ assignments: true, vendor_id: 4 }),
    at: undefined,
    actions: ['schedule', 'assignments', 'cancel'],
  },
  {
    what: 'an exam that was taken keeps its assignments while one is open',
    of: exam({ status: 'taken', assignments: true, coopersmithExamTakenAssignmentsIncomplete: true }),
    at: undefined,
    actions: ['assignments', 'upload'],
  },
  {
    what: 'an exam that was taken with all handed in has nothing left to do',
    of: exam({ status: 'taken', assignments: true }),
    at: undefined,
    actions: [],
  },
  {
    what: 'an exam with a proctor can be started at home',
    of: exam({ content_code: 'E', examProctorCode: 'P' }),
    at: undefined,
    actions: ['schedule', 'startOnline', 'cancel'],
  },
  {
    what: 'an exam on paper cannot',
    of: exam({ paper_only: true, content_code: 'E', examProctorCode: 'P' }),
    at: undefined,
    actions: ['schedule', 'cancel'],
  },
  {
    what: 'a booked proctor is opened or left',
    of: exam({ status: 'scheduled', sessionType: '99' }),
    at: undefined,
    actions: ['openProctoring', 'cancelSession', 'cancel'],
  },
  {
    what: 'who was let in can start',
    of: exam({ status: 'online_access', sessionType: '99' }),
    at: undefined,
    actions: ['startOnline', 'cancel'],
  },
  {
    what: 'a begun exam is gone on with',
    of: exam({ status: 'disconnected', sessionType: '99' }),
    at: undefined,
    actions: ['continueExam'],
  },
  {
    what: 'a school session that has begun has the button at school 151',
    of: exam({ status: 'scheduled', sessionType: '22', content_code: 'E' }),
    at: '10:00',
    actions: ['startOnline', 'office'],
  },
  {
    what: 'a booked session can be moved and left',
    of: exam({ status: 'scheduled', sessionType: '21' }),
    at: '10:01',
    actions: ['reschedule', 'cancelSession', 'cancel'],
  },
  {
    what: 'a session that has begun is for the office',
    of: exam({ status: 'scheduled', sessionType: '21' }),
    at: '10:00',
    actions: ['office'],
  },
  { what: 'a school session is for the office', of: exam({ status: 'scheduled', sessionType: '22' }), at: '18:00', actions: ['office'] },
  { what: 'a graded exam can be retaken', of: exam({ status: 'graded' }), at: undefined, actions: ['retake'] },
  { what: 'an exam of the old system is only to be looked at', of: exam({ isOldSystemReg: true }), at: undefined, actions: [] },
])('$what', ({ of, at, actions }) => {
  const session =
    at === undefined
      ? undefined
      : ({ date: '2026-03-02', testSessionTime: at, schoolId: 151, session_last_date: null } as Parameters<typeof rowActions>[1]);
  expect(rowActions(of, session, now)).toEqual(actions);
});

test('a session begins by the clock of New York, not of the reader', () => {
  expect(hasBegun({ date: '2026-03-02', testSessionTime: '10:00' }, now)).toBe(true);
  expect(hasBegun({ date: '2026-03-02', testSessionTime: '10:01' }, now)).toBe(false);
});

test('the notice of a cancelled session shows for three days', () => {
  const cancelled = exam({ admin_cancel_session_date: '2026-02-27', admin_cancel_session_reason_code: 'CP' });
  expect(cancelNotice(cancelled, '2026-03-02')?.reason).toBe('This school session should be taken online');
  expect(cancelNotice(cancelled, '2026-03-03')).toBeNull();
});

test('earlier tries are read off the row', () => {
  expect(earlierTries({ is_retake_dates: '2025-05-01*58*Fail,2025-09-01**Disqualified' })).toEqual([
    { day: '2025-05-01', grade: '58', comment: 'Fail' },
    { day: '2025-09-01', grade: '', comment: 'Disqualified' },
  ]);
});

test('rows stand in groups by what to do next, and their path knows how far they are', () => {
  expect(groupOf(exam({ status: 'course_completed' }))).toBe('Ready to book');
  expect(groupOf(exam({ status: 'online_access' }))).toBe('Coming up');
  expect(pathOf(exam({ status: 'scheduled' })).done).toBe(2);
});

test('a begun exam can be gone on with for 24 hours, a course of vendor 3 for six months', () => {
  expect(resumeUntil(exam({ online_exam_started: '2026-03-02T15:00:00Z' }))).toEqual(new Date('2026-03-03T15:00:00Z'));
  expect(courseUntil(exam({ vendor_id: 3, online_program_started: '2026-08-31T15:00:00Z' }))).toBe('2027-02-28');
  expect(courseUntil(exam({ vendor_id: 4, online_program_started: '2026-08-31T15:00:00Z' }))).toBeNull();
});

test.each([
  {
    what: 'opened again, with the proctor',
    of: exam({ status: 'online_access', sessionType: '99', online_exam_started: 'x' }),
    actions: ['continueExam'],
  },
  {
    what: 'opened again, in the room',
    of: exam({ status: 'online_access', sessionType: '22', online_exam_started: 'x' }),
    actions: ['continueExam'],
  },
  {
    what: 'waiting for the proctor once more',
    of: exam({ status: 'scheduled', sessionType: '99', online_exam_started: 'x' }),
    actions: ['openProctoring'],
  },
  { what: 'cut off', of: exam({ status: 'disconnected', sessionType: '99', online_exam_started: 'x' }), actions: ['continueExam'] },
])('an exam that was begun and is $what is gone on with and never given up', ({ of, actions }) => {
  expect(rowActions(of, undefined, now)).toEqual(actions);
});

test('the 24 hours are those of the start, unless the office has let them begin anew', () => {
  const begun = { online_exam_started: '2026-03-01T15:00:00Z' };
  expect(resumeUntil(exam(begun))?.toISOString()).toBe('2026-03-02T15:00:00.000Z');
  expect(resumeUntil(exam({ ...begun, online_exam_resume_until: '2026-03-04T09:00:00Z' }))?.toISOString()).toBe('2026-03-04T09:00:00.000Z');
});
