import { expect, test } from '@jest/globals';
import {
  at,
  type Expected,
  missingOrTwice,
  NOW,
  outcomeOf,
  productOf,
  STATES,
} from '../../../records/registrations/state/testing.ts';
import { changeSitting, type SittingEvent } from './sitting-machine.ts';

const EVENTS: Readonly<Record<SittingEvent['type'], SittingEvent>> = {
  proctor_booked: { type: 'proctor_booked', sessionId: 9, proctorUuid: 'uuid-2' },
  booking_renewed: { type: 'booking_renewed', proctorUuid: 'uuid-2' },
  time_reserved: { type: 'time_reserved' },
  opened_in_room: { type: 'opened_in_room' },
  let_in: { type: 'let_in', at: NOW },
  started: { type: 'started' },
  disconnected: { type: 'disconnected', at: NOW },
  completed: { type: 'completed', at: NOW },
  time_over: { type: 'time_over' },
  access_cleared: { type: 'access_cleared', byTechSupport: false },
  reopened: { type: 'reopened', hasOtherOpen: false },
  completed_cleared: { type: 'completed_cleared', hasOtherOpen: false },
};

const hidden = ['pending', 'pending in a school session', 'dropped'] as const;
const registered = ['registered', 'registered, with a course'] as const;
const inRoom = ['scheduled at a school', 'scheduled, shipped'] as const;
const atLocation = ['scheduled at a location', 'scheduled after a course'] as const;
const letIn = ['online_access', 'online_access at a school'] as const;
const inCourse = ['course_started', 'course_completed'] as const;
const begun = ['online_started', 'disconnected'] as const;
const takenOnline = ['taken online', 'taken, its grade waiting'] as const;
const taken = [...takenOnline, 'taken on paper'] as const;

const EXPECTED: Expected = {
  proctor_booked: {
    scheduled: ['registered', 'course_completed'],
    course_not_completed: ['registered, with a course', 'course_started'],
    session_booked: [...atLocation, ...inRoom, 'scheduled at the proctor', ...letIn, ...begun],
    exam_completed: [...taken, 'graded'],
    registration_not_found: [...hidden, 'cancelled'],
  },
  booking_renewed: {
    stays: ['scheduled at the proctor', 'online_access', ...begun],
    no_proctor_booking: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'online_access at a school',
      ...inCourse,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  time_reserved: {
    stays: ['scheduled at the proctor', 'online_access', ...begun, ...takenOnline],
    no_proctor_booking: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'online_access at a school',
      ...inCourse,
      'taken on paper',
      'graded',
      'cancelled',
    ],
  },
  opened_in_room: {
    online_access: inRoom,
    stays: ['online_access at a school'],
    session_not_open: [
      ...hidden,
      ...registered,
      ...atLocation,
      'scheduled at the proctor',
      'online_access',
      ...inCourse,
      ...begun,
      'cancelled',
    ],
    exam_completed: [...taken, 'graded'],
  },
  let_in: {
    online_access: ['scheduled at the proctor'],
    no_online_access: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      ...letIn,
      ...inCourse,
      ...begun,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  started: {
    online_started: [...letIn, ...begun],
    no_online_access: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'scheduled at the proctor',
      ...inCourse,
      'cancelled',
    ],
    exam_completed: [...taken, 'graded'],
  },
  disconnected: {
    disconnected: ['online_started'],
    exam_not_started: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'scheduled at the proctor',
      ...letIn,
      ...inCourse,
      'disconnected',
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  completed: {
    taken: begun,
    exam_not_started: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'scheduled at the proctor',
      ...letIn,
      ...inCourse,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  // their 24 hours are not over in these rows: the cases below
  time_over: {
    exam_not_started: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'scheduled at the proctor',
      ...letIn,
      ...inCourse,
      ...begun,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  access_cleared: {
    scheduled: letIn,
    online_access_in_use: begun,
    no_online_access: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'scheduled at the proctor',
      ...inCourse,
      ...taken,
      'graded',
      'cancelled',
    ],
  },
  reopened: {
    online_access: [...begun, 'taken online'],
    exam_graded: ['taken on paper', 'taken, its grade waiting', 'graded'],
    exam_not_started: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'scheduled at the proctor',
      ...letIn,
      ...inCourse,
      'cancelled',
    ],
  },
  completed_cleared: {
    disconnected: ['taken online'],
    exam_graded: ['taken on paper', 'taken, its grade waiting', 'graded'],
    exam_not_completed: [
      ...hidden,
      ...registered,
      ...atLocation,
      ...inRoom,
      'scheduled at the proctor',
      ...letIn,
      ...inCourse,
      ...begun,
      'cancelled',
    ],
  },
};

test('every event is tried in every state', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(EVENTS));
  expect(missingOrTwice(EXPECTED)).toEqual([]);
});

test.each(productOf(EXPECTED))('%s, when %s: %s', (event, state, outcome) => {
  const happened = EVENTS[event as SittingEvent['type']];
  expect(outcomeOf(changeSitting(STATES[state], happened, NOW))).toBe(outcome);
});

const overdue = { resumeUntil: NOW };
const inTime = { resumeUntil: at(0.001) };
const unfinished = { ...overdue, onlineExamCompleted: null };
test.each([
  ['24 hours over', 'online_started', overdue, EVENTS.time_over, 'taken'],
  ['24 hours over while cut off', 'disconnected', overdue, EVENTS.time_over, 'taken'],
  ['24 hours not over', 'online_started', inTime, EVENTS.time_over, 'exam_not_started'],
  ['a resume in time', 'disconnected', inTime, EVENTS.started, 'online_started'],
  ['a resume too late', 'disconnected', overdue, EVENTS.started, 'grace_period_over'],
  ['a start after time ran out', 'taken online', unfinished, EVENTS.started, 'grace_period_over'],
  [
    'a resume after the office took the access back',
    'disconnected',
    { onlineAccess: false },
    EVENTS.started,
    'no_online_access',
  ],
  [
    'a start of a disqualified exam',
    'graded',
    { gradeComment: 'Disqualified' },
    EVENTS.started,
    'exam_disqualified',
  ],
  [
    'a notice from before the access was taken back',
    'scheduled at the proctor',
    { accessClearedAt: NOW },
    EVENTS.let_in,
    'no_online_access',
  ],
  [
    'a notice from after the access was taken back',
    'scheduled at the proctor',
    { accessClearedAt: at(-1) },
    EVENTS.let_in,
    'online_access',
  ],
  [
    'a notice about the sitting before the exam was opened again',
    'online_started',
    { reopenedAt: NOW },
    EVENTS.completed,
    'exam_not_started',
  ],
  [
    'a cut of the sitting before the exam was opened again',
    'online_started',
    { reopenedAt: NOW },
    EVENTS.disconnected,
    'exam_not_started',
  ],
  [
    'access for the sitting before the exam was opened again',
    'scheduled at the proctor',
    { reopenedAt: NOW },
    EVENTS.let_in,
    'no_online_access',
  ],
  [
    'a start before the proctor has let the student in',
    'scheduled at the proctor',
    { onlineAccess: true },
    EVENTS.started,
    'no_online_access',
  ],
  [
    'an exam of a school that has no session',
    'scheduled at a school',
    { sessionId: null },
    EVENTS.opened_in_room,
    'session_not_open',
  ],
  [
    'a cut at the moment at which the student goes on',
    'online_started',
    { onlineExamRedirect: NOW },
    EVENTS.disconnected,
    'disconnected',
  ],
  [
    'a notice from after the exam was opened again',
    'online_started',
    { reopenedAt: at(-1) },
    EVENTS.completed,
    'taken',
  ],
  [
    'a booking for an exam whose proctor is that of a room',
    'scheduled, shipped',
    { proctorUuid: 'uuid-1' },
    EVENTS.booking_renewed,
    'no_proctor_booking',
  ],
  [
    'a completion of a begun exam that has a time of completion',
    'disconnected',
    { onlineExamCompleted: NOW },
    EVENTS.completed_cleared,
    'exam_not_completed',
  ],
  [
    'a start after the exam was handed in and its time ran out',
    'taken online',
    { ...overdue, onlineExamCompleted: NOW },
    EVENTS.started,
    'exam_completed',
  ],
  [
    'a cut that the student has passed already',
    'online_started',
    { onlineExamRedirect: at(1) },
    EVENTS.disconnected,
    'exam_not_started',
  ],
  [
    'access of a begun exam, taken back by tech support',
    'online_started',
    {},
    { type: 'access_cleared', byTechSupport: true },
    'stays',
  ],
  [
    'access to an exam whose course was begun',
    'online_access',
    { onlineProgramStarted: at(-9) },
    EVENTS.access_cleared,
    'online_access_in_use',
  ],
  [
    'access to an exam that is in a batch',
    'online_access',
    { batchId: 4 },
    EVENTS.access_cleared,
    'online_access_in_use',
  ],
  [
    'opening an exam again that was graded without a batch',
    'graded',
    { batchId: null },
    EVENTS.reopened,
    'exam_graded',
  ],
  [
    'opening an exam again that was not begun online',
    'taken on paper',
    { batchId: null },
    EVENTS.reopened,
    'exam_not_started',
  ],
  [
    'opening an exam again that has been opened since its start',
    'online_access at a school',
    { onlineExamStarted: at(-9) },
    EVENTS.reopened,
    'exam_not_started',
  ],
  [
    'clearing the completion of an exam whose time ran out',
    'taken online',
    { onlineExamCompleted: null },
    EVENTS.completed_cleared,
    'exam_not_completed',
  ],
  [
    'an exam of which another try is open',
    'taken online',
    {},
    { type: 'reopened', hasOtherOpen: true },
    'already_registered',
  ],
  [
    'a completion of which another try is open',
    'taken online',
    {},
    { type: 'completed_cleared', hasOtherOpen: true },
    'already_registered',
  ],
] as const)('%s', (_what, state, more, event, outcome) => {
  expect(outcomeOf(changeSitting({ ...STATES[state], ...more }, event, NOW))).toBe(outcome);
});

test.each([
  [
    'the first start begins the 24 hours',
    'online_access',
    EVENTS.started,
    {
      status: 'online_started',
      onlineExamStarted: NOW,
      onlineExamRedirect: NOW,
      resumeUntil: at(24),
      onlineExamCompleted: null,
      onlineExamTakenOverride: false,
    },
  ],
  [
    'a resume leaves them as they are',
    'disconnected',
    EVENTS.started,
    { status: 'online_started', onlineExamRedirect: NOW },
  ],
  [
    'a completed exam is taken today, by New York',
    'online_started',
    EVENTS.completed,
    { status: 'taken', onlineAccess: false, takenOn: '2026-03-02', onlineExamCompleted: NOW },
  ],
  [
    'an exam that is opened again may be started once more',
    'taken online',
    EVENTS.reopened,
    {
      status: 'online_access',
      onlineAccess: true,
      accessClearedAt: null,
      onlineExamCompleted: null,
      takenOn: null,
      reopenedAt: NOW,
      onlineExamTakenOverride: true,
      resumeUntil: null,
    },
  ],
  [
    'an exam that was not completed after all can be resumed for 24 hours',
    'taken online',
    EVENTS.completed_cleared,
    {
      status: 'disconnected',
      onlineAccess: true,
      accessClearedAt: null,
      onlineExamCompleted: null,
      takenOn: null,
      reopenedAt: NOW,
      resumeUntil: at(24),
    },
  ],
  [
    'a renewed booking has another id at the proctor',
    'online_access',
    EVENTS.booking_renewed,
    { proctorUuid: 'uuid-2' },
  ],
  ['a time is reserved', 'online_access', EVENTS.time_reserved, { proctorReserved: true }],
  [
    'access that was taken back is gone, its session stays',
    'online_access',
    EVENTS.access_cleared,
    { status: 'scheduled', onlineAccess: false, accessClearedAt: NOW },
  ],
  [
    'a booking at the proctor has a session of its own',
    'course_completed',
    EVENTS.proctor_booked,
    {
      status: 'scheduled',
      sessionId: 9,
      sessionType: '99',
      branchId: null,
      sessionMinutes: 0,
      calendarSequence: 1,
      proctorUuid: 'uuid-2',
      proctorReserved: false,
      onlineAccess: false,
      accessClearedAt: null,
      adminCancelSessionId: null,
      adminCancelSessionDate: null,
      adminCancelSessionReasonCode: null,
    },
  ],
] as const)('%s', (_what, state, event, change) => {
  expect(changeSitting(STATES[state], event, NOW)).toEqual(change);
});

test.each([
  ['registered', 'let_in', 'The proctor has not let you in yet.'],
  ['scheduled, shipped', 'proctor_booked', 'Please cancel your session first.'],
  ['registered, with a course', 'proctor_booked', 'The course must be completed before the exam.'],
  ['registered', 'access_cleared', 'There is no online access to clear.'],
] as const)('%s, for %s: "%s"', (state, event, detail) => {
  expect(changeSitting(STATES[state], EVENTS[event], NOW)).toMatchObject({ detail });
});
