import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { mayDo, mayNot } from '../../shared/exams/testing.ts';
import { aRegistered } from '../testing.ts';
import { missingReasons, nextChange, offersRetake, rowActions } from './exam-actions.ts';

const everything = mayDo(
  ...(['register', 'schedule', 'cancelSession', 'cancel'] as const),
  ...(['startExam', 'startCourse', 'upload'] as const),
);
const begun = { online_exam_started: '2026-03-02T15:00:00Z' };
const course = { assignments: true, program_content_code: 'P1' };

test.each<[string, Partial<Exam>, string[]]>([
  ['registered', {}, ['startCourse', 'schedule', 'startOnline', 'cancel']],
  ['whose course runs', { status: 'course_started' }, ['continueCourse', 'cancel']],
  ['whose course is done', { status: 'course_completed' }, ['schedule', 'startOnline', 'cancel']],
  [
    'booked at a location',
    { status: 'scheduled', sessionType: '21' },
    ['reschedule', 'cancelSession', 'cancel'],
  ],
  ['booked in a school', { status: 'scheduled', sessionType: '22' }, ['startOnline', 'cancel']],
  [
    'booked with a proctor',
    { status: 'scheduled', sessionType: '99' },
    ['openProctoring', 'cancelSession', 'cancel'],
  ],
  ['let in', { status: 'online_access' }, ['startOnline', 'cancel']],
  ['opened again', { status: 'online_access', ...begun }, ['continueExam', 'cancel']],
  ['cut off', { status: 'disconnected', ...begun }, ['continueExam', 'cancel']],
  ['passed', { status: 'graded' }, ['retake', 'cancel']],
])('an exam that is %s has the buttons of its state, in their order', (_state, more, buttons) => {
  expect(rowActions(aRegistered({ actions: everything, ...more }))).toEqual(buttons);
});

test.each(['registered', 'scheduled', 'online_access', 'disconnected', 'graded'] as const)(
  'a row that is %s has no button that the server does not allow',
  (status) => {
    expect(rowActions(aRegistered({ status, actions: [] }))).toEqual([]);
    const refused = everything.map(({ action }) => mayNot(action, 'exam_started'));
    expect(rowActions(aRegistered({ status, actions: refused }))).toEqual([]);
  },
);

test('where a school session is to be taken online, that comes first', () => {
  const actions = mayDo('schedule', 'startExam');
  expect(rowActions(aRegistered({ actions, admin_cancel_session_reason_code: 'CP' }))).toEqual([
    'startOnline',
    'schedule',
  ]);
});

test('actions of the office lead to the office', () => {
  expect(rowActions(aRegistered({ actions: [mayNot('cancel', 'office_only')] }))).toEqual([
    'office',
  ]);
  const man = [mayNot('schedule', 'call_office'), ...mayDo('startExam')];
  expect(rowActions(aRegistered({ actions: man }))).toEqual(['schedule', 'startOnline']);
  expect(rowActions(aRegistered({ actions: man, online_only: true }))).toEqual(['startOnline']);
  const booked = { status: 'scheduled', sessionType: '21' } as const;
  expect(rowActions(aRegistered({ ...booked, actions: man }))).toEqual([]);
  const free = [...man, ...mayDo('cancelSession')];
  expect(rowActions(aRegistered({ ...booked, actions: free }))).toEqual([
    'reschedule',
    'cancelSession',
  ]);
});

test.each<[string, Partial<Exam>, string[]]>([
  ['wait for the start of their course', { ...course, actions: mayDo('startCourse') }, []],
  ['come with a course that runs', { ...course, status: 'course_started' }, ['upload']],
  ['come without a course', { assignments: true }, ['upload']],
  [
    'stay while one is open after the exam',
    { ...course, status: 'taken', coopersmithExamTakenAssignmentsIncomplete: true },
    ['upload'],
  ],
  ['go with the last one after the exam', { ...course, status: 'taken' }, []],
])('assignments %s', (_when, more, buttons) => {
  const shown = rowActions(aRegistered({ actions: mayDo('upload'), ...more }));
  expect(shown.filter((one) => one === 'upload')).toEqual(buttons);
  expect(shown.includes('assignments')).toBe(buttons.length > 0);
});

test('assignments of another vendor are only mentioned', () => {
  expect(rowActions(aRegistered({ assignments: true, actions: mayDo('schedule') }))).toEqual([
    'schedule',
    'assignments',
  ]);
});

test('an exam of the old system is only to be looked at', () => {
  expect(rowActions(aRegistered({ isOldSystemReg: true, actions: everything }))).toEqual([]);
});

test('a failed exam offers its retake in the closed row, when it can be registered', () => {
  const failed = { status: 'graded', gradeComment: 'Fail' } as const;
  expect(offersRetake(aRegistered({ ...failed, actions: mayDo('register') }))).toBe(true);
  expect(offersRetake(aRegistered({ ...failed, actions: [] }))).toBe(false);
  expect(rowActions(aRegistered({ ...failed, actions: mayDo('register') }))).toEqual([]);
});

test('a reason that tells something is said once, and no reason of another state', () => {
  const late = 'The exam had to be taken within 6 months of the start of the course.';
  const actions = [
    mayNot('schedule', 'course_time_over', late),
    mayNot('startExam', 'course_time_over', late),
    mayNot('cancelSession', 'no_session'),
    mayNot('cancel', 'course_started'),
  ];
  expect(missingReasons(aRegistered({ status: 'course_completed', actions }))).toEqual([late]);
  expect(missingReasons(aRegistered({ status: 'taken', actions }))).toEqual([]);
});

test('the next change by the clock is the nearest moment of all rows, also one just over', () => {
  const at = (iso: string) => Date.parse(iso);
  const rows = [
    aRegistered({
      actions: [
        { action: 'cancel', allowed: true, until: '2026-03-02T16:00:00Z' },
        { ...mayNot('startExam', 'session_not_open'), allowedFrom: '2026-03-02T15:00:00Z' },
      ],
    }),
  ];
  expect(nextChange(rows, at('2026-03-02T14:00:00Z'))).toBe(at('2026-03-02T15:00:00Z'));
  expect(nextChange(rows, at('2026-03-02T15:01:00Z'))).toBe(at('2026-03-02T15:00:00Z'));
  expect(nextChange(rows, at('2026-03-02T15:03:00Z'))).toBe(at('2026-03-02T16:00:00Z'));
  expect(nextChange(rows, at('2026-03-02T17:00:00Z'))).toBeNull();
});
