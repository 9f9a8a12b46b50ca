import { expect, test } from '@jest/globals';
import { changeRegistration, type RegistrationEvent } from './registration-machine.ts';
import { at, type Expected, missingOrTwice, NOW, outcomeOf, productOf, STATES } from './testing.ts';

const EVENTS: Readonly<Record<RegistrationEvent['type'], RegistrationEvent>> = {
  activated: { type: 'activated' },
  dropped: { type: 'dropped' },
  session_booked: {
    type: 'session_booked',
    sessionId: 9,
    sessionType: '21',
    branchId: 14,
    minutes: 90,
  },
  session_left: { type: 'session_left', byStaff: null },
  session_moved: { type: 'session_moved', branchId: 14 },
  changed_to_online: { type: 'changed_to_online', date: '2026-03-02' },
  changed_to_course: { type: 'changed_to_course', examId: 301, additionalChargeCents: 5000 },
  program_started: { type: 'program_started' },
  program_completed: { type: 'program_completed' },
  cancelled: { type: 'cancelled', reason: 2 },
};

const hidden = ['pending', 'pending in a school session', 'dropped'] as const;
const scheduled = [
  'scheduled at a location',
  'scheduled at a school',
  'scheduled, shipped',
  'scheduled at the proctor',
] as const;
const letIn = ['online_access', 'online_access at a school'] as const;
const begun = ['online_started', 'disconnected'] as const;
const taken = ['taken online', 'taken on paper', 'taken, its grade waiting'] as const;
const registered = ['registered', 'registered, with a course'] as const;

const EXPECTED: Expected = {
  activated: {
    registered: ['pending'],
    scheduled: ['pending in a school session'],
    registration_closed: [
      'dropped',
      ...registered,
      ...scheduled,
      'scheduled after a course',
      ...letIn,
      'course_started',
      'course_completed',
      ...begun,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  dropped: {
    dropped: hidden,
    already_registered: [
      ...registered,
      ...scheduled,
      'scheduled after a course',
      ...letIn,
      'course_started',
      'course_completed',
      ...begun,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  session_booked: {
    scheduled: ['registered', ...scheduled, 'scheduled after a course', 'course_completed'],
    course_not_completed: ['registered, with a course', 'course_started'],
    exam_started: [...letIn, ...begun, ...taken, 'graded'],
    registration_not_found: [...hidden, 'cancelled'],
  },
  session_left: {
    registered: scheduled,
    course_completed: ['scheduled after a course'],
    exam_started: [...letIn, ...begun, ...taken, 'graded'],
    no_session: [...hidden, ...registered, 'course_started', 'course_completed', 'cancelled'],
  },
  session_moved: {
    stays: [...scheduled, 'scheduled after a course'],
    exam_started: [...letIn, ...begun, ...taken, 'graded'],
    no_session: [...hidden, ...registered, 'course_started', 'course_completed', 'cancelled'],
  },
  changed_to_online: {
    registered: ['scheduled at a school', 'scheduled, shipped'],
    not_a_school_session: [
      ...registered,
      'scheduled at a location',
      'scheduled at the proctor',
      'scheduled after a course',
      'course_started',
      'course_completed',
    ],
    exam_started: [...letIn, ...begun, ...taken, 'graded'],
    registration_not_found: [...hidden, 'cancelled'],
  },
  changed_to_course: {
    registered: [...registered, ...scheduled],
    already_started: [
      'scheduled after a course',
      ...letIn,
      'course_started',
      'course_completed',
      ...begun,
    ],
    registration_not_found: [...hidden, ...taken, 'graded', 'cancelled'],
  },
  program_started: {
    course_started: ['registered, with a course'],
    no_course: [
      ...hidden,
      'registered',
      ...scheduled,
      'scheduled after a course',
      ...letIn,
      'course_started',
      'course_completed',
      ...begun,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  program_completed: {
    course_completed: ['course_started'],
    no_course: [
      ...hidden,
      ...registered,
      ...scheduled,
      'scheduled after a course',
      ...letIn,
      'course_completed',
      ...begun,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  cancelled: {
    cancelled: [...registered, ...scheduled, ...letIn],
    course_started: ['scheduled after a course', 'course_started', 'course_completed'],
    exam_started: [...begun, ...taken, 'graded'],
    already_cancelled: ['cancelled'],
    registration_not_found: hidden,
  },
};

test('every event is tried in every state', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(EVENTS));
  expect(missingOrTwice(EXPECTED)).toEqual([]);
});

test.each(productOf(EXPECTED))('%s, when %s: %s', (event, state, outcome) => {
  const happened = EVENTS[event as RegistrationEvent['type']];
  expect(outcomeOf(changeRegistration(STATES[state], happened, NOW))).toBe(outcome);
});

const noSession = {
  sessionId: null,
  sessionType: null,
  branchId: null,
  sessionMinutes: 0,
};

test.each([
  [
    'a booking clears what a staff cancel or the proctor had left',
    'scheduled at the proctor',
    EVENTS.session_booked,
    {
      ...noSession,
      proctorUuid: null,
      status: 'scheduled',
      sessionId: 9,
      sessionType: '21',
      branchId: 14,
      sessionMinutes: 90,
      movedSessionId: null,
      calendarSequence: 2,
      adminCancelSessionId: null,
      adminCancelSessionDate: null,
      adminCancelSessionReasonCode: null,
    },
  ],
  [
    'an exam whose session is moved keeps its place, with a new entry in the calendar',
    'scheduled at a location',
    EVENTS.session_moved,
    { branchId: 14, movedSessionId: 7, calendarSequence: 2 },
  ],
  [
    'a session that the student leaves keeps the last staff cancel',
    'scheduled at a location',
    EVENTS.session_left,
    { ...noSession, status: 'registered', calendarSequence: 2 },
  ],
  [
    'a session that staff cancel is noted with its reason',
    'scheduled at a location',
    { type: 'session_left', byStaff: { date: '2026-03-02', code: 'ER' } },
    {
      ...noSession,
      status: 'registered',
      calendarSequence: 2,
      adminCancelSessionId: 7,
      adminCancelSessionDate: '2026-03-02',
      adminCancelSessionReasonCode: 'ER',
    },
  ],
  [
    'a school exam that is to be sat online is one of type 99 without a session',
    'scheduled at a school',
    EVENTS.changed_to_online,
    {
      ...noSession,
      status: 'registered',
      sessionType: '99',
      calendarSequence: 2,
      adminCancelSessionId: 7,
      adminCancelSessionDate: '2026-03-02',
      adminCancelSessionReasonCode: 'CP',
    },
  ],
  [
    'an exam that becomes a course keeps its place in the calendar where it had none',
    'registered',
    EVENTS.changed_to_course,
    {
      ...noSession,
      status: 'registered',
      calendarSequence: 0,
      examId: 301,
      examToCourse: true,
      additionalChargeCents: 5000,
    },
  ],
  [
    'a cancelled exam loses session and access',
    'online_access',
    EVENTS.cancelled,
    {
      ...noSession,
      proctorUuid: null,
      status: 'cancelled',
      calendarSequence: 2,
      cancelledAt: NOW,
      cancelReason: 2,
      onlineAccess: false,
    },
  ],
  [
    'a course begins now',
    'registered, with a course',
    EVENTS.program_started,
    { status: 'course_started', onlineProgramStarted: NOW },
  ],
] as const)('%s', (_what, state, event, change) => {
  expect(changeRegistration(STATES[state], event as RegistrationEvent, NOW)).toEqual(change);
});

test('a student who leaves the proctor has no time there any more', () => {
  const row = { ...STATES['scheduled at the proctor'], proctorReserved: true };
  expect(changeRegistration(row, EVENTS.session_left, NOW)).toMatchObject({
    proctorReserved: false,
    proctorUuid: null,
  });
});

test.each([
  ['an exam that was begun once and opened again', { onlineExamStarted: at(-9) }],
  ['a paper that is back', { arrivedBack: '2026-03-01' }],
  ['a paper in a batch', { batchId: 4 }],
  ['assignments that were handed in', { assignmentsStarted: at(-9) }],
  ['a file on its way to the vendor', { hasPendingSubmission: true }],
])('%s cannot be cancelled', (_what, more) => {
  const row = { ...STATES['scheduled at a location'], ...more };
  expect(outcomeOf(changeRegistration(row, EVENTS.cancelled, NOW))).toBe('exam_started');
});

test.each([
  ['online_access', 'session_left', 'This exam has been started.'],
  [
    'registered, with a course',
    'session_booked',
    'The course must be completed before the exam is scheduled.',
  ],
  ['graded', 'cancelled', 'This exam has been started and cannot be cancelled.'],
] as const)('%s, for %s: "%s"', (state, event, detail) => {
  expect(changeRegistration(STATES[state], EVENTS[event], NOW)).toMatchObject({ detail });
});

const has = { sessionId: 7, sessionType: '22' } as const;
test.each([
  ['a school session without a booking', 'registered', has, 'changed_to_online'],
  [
    'a booking without its session',
    'scheduled at a school',
    { sessionId: null },
    'changed_to_online',
  ],
] as const)('%s is not changed to online', (_what, state, more, event) => {
  expect(outcomeOf(changeRegistration({ ...STATES[state], ...more }, EVENTS[event], NOW))).toBe(
    'not_a_school_session',
  );
});

test.each([
  ['with assignments begun', 'registered', { assignmentsStarted: NOW }],
  ['with a file on its way', 'registered', { hasPendingSubmission: true }],
  ['that was let in', 'online_access', { onlineAccess: false }],
] as const)('an exam %s is not changed to a course', (_what, state, more) => {
  const row = { ...STATES[state], ...more };
  expect(outcomeOf(changeRegistration(row, EVENTS.changed_to_course, NOW))).toBe('already_started');
});

test('a booking without its session cannot be left', () => {
  const row = { ...STATES['scheduled at a school'], sessionId: null };
  expect(outcomeOf(changeRegistration(row, EVENTS.session_left, NOW))).toBe('no_session');
});

test.each([
  ['was started before', 'registered, with a course', { onlineProgramStarted: NOW }],
  ['belongs to a booked exam', 'scheduled at a school', { programContentCode: 'COURSE' }],
] as const)('a course that %s is not started', (_what, state, more) => {
  const row = { ...STATES[state], ...more };
  expect(outcomeOf(changeRegistration(row, EVENTS.program_started, NOW))).toBe('no_course');
});
