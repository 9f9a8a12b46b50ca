import { expect, test } from '@jest/globals';
import { NO_FEES } from '../../records/fees/proctor-fee.ts';
import {
  type Bookable,
  type Booking,
  bookingRefusal,
  leavingRefusal,
  type RequestedSession,
} from './booking-rules.ts';

const now = new Date('2026-03-02T15:00:00Z');
const nextWeek = new Date('2026-03-09T15:00:00Z');
const begun = new Date('2026-03-02T14:00:00Z');

const registration: Bookable = {
  status: 'registered',
  batchId: null,
  arrivedBack: null,
  onlineExamStarted: null,
  onlineProgramStarted: null,
  onlineProgramCompleted: null,
  isOldSystem: false,
  sessionId: null,
  sessionType: null,
  sessionStartsAt: null,
};
const session: RequestedSession = {
  id: 8,
  type: '21',
  gender: '3',
  schoolId: null,
  seatsLeft: 5,
  hasASeat: false,
  minutesLeft: 210,
  needsSpecial: false,
  minutesUntilClosing: 210,
  branch: { adminOnly: false, byAppointment: false, programIds: [] },
  startsAt: nextWeek,
  closedByStaff: false,
  closingDate: null,
  closingTime: null,
  calledOffAt: null,
  isOffered: false,
};
const booking: Booking = {
  byStaff: false,
  mayGoWithoutRoom: false,
  student: { gender: '2', bookingBarredUntil: null, schoolId: 151, programIds: [] },
  registration,
  exam: { durationMinutes: 90, onlineOnly: false, hasProgram: false },
  courseDeadline: null,
  session,
  overlaps: false,
  feesDue: NO_FEES,
};
const student = (more: Partial<Booking['student']>) => ({
  student: { ...booking.student, ...more },
});
const of = (more: Partial<Bookable>) => ({ registration: { ...registration, ...more } });
const wants = (more: Partial<RequestedSession>) => ({ session: { ...session, ...more } });
const exam = (more: Partial<Booking['exam']>) => ({ exam: { ...booking.exam, ...more } });
const booked = {
  status: 'scheduled',
  sessionId: 7,
  sessionType: '21',
  sessionStartsAt: nextWeek,
} as const;

test('a woman books an open session at a branch that women may book', () => {
  expect(bookingRefusal(booking, now)).toBeNull();
});

const refusals: { who: string; more: Partial<Booking>; code: string; staff: string | null }[] = [
  {
    who: 'a barred student',
    more: student({ bookingBarredUntil: new Date('9999-12-31') }),
    code: 'registration_denied',
    staff: 'registration_denied',
  },
  { who: 'a man at a location', more: student({ gender: '1' }), code: 'call_office', staff: null },
  {
    who: 'a woman in a session for men',
    more: wants({ gender: '1' }),
    code: 'call_office',
    staff: null,
  },
  {
    who: 'an admin-only branch',
    more: wants({ branch: { adminOnly: true, byAppointment: false, programIds: [] } }),
    code: 'call_office',
    staff: null,
  },
  {
    who: 'a branch by appointment',
    more: wants({ branch: { adminOnly: false, byAppointment: true, programIds: [] } }),
    code: 'call_office',
    staff: null,
  },
  {
    who: 'a branch of another program',
    more: wants({ branch: { adminOnly: false, byAppointment: false, programIds: [2] } }),
    code: 'call_office',
    staff: null,
  },
  {
    who: 'a branch that is no longer active',
    more: wants({ branch: null }),
    code: 'call_office',
    staff: null,
  },
  {
    who: 'an old-system registration',
    more: of({ isOldSystem: true }),
    code: 'call_office',
    staff: null,
  },
  {
    who: 'a session of her own school',
    more: wants({ type: '22', schoolId: 151, seatsLeft: null }),
    code: 'call_office',
    staff: null,
  },
  {
    who: 'a session of another school',
    more: wants({ type: '22', schoolId: 209, seatsLeft: null }),
    code: 'session_not_found',
    staff: 'session_not_found',
  },
  {
    who: 'a session too short for her accommodations',
    more: wants({ minutesUntilClosing: 80 }),
    code: 'session_too_short',
    staff: 'session_too_short',
  },
  {
    who: 'a session without a room for her accommodations',
    more: wants({ needsSpecial: true, seatsLeft: 0 }),
    code: 'no_room_for_accommodation',
    staff: 'no_room_for_accommodation',
  },
  { who: 'a shipped session', more: wants({ type: '23' }), code: 'session_not_found', staff: null },
  {
    who: 'an online sitting',
    more: wants({ type: '99' }),
    code: 'session_not_found',
    staff: 'session_not_found',
  },
  {
    who: 'an online-only exam',
    more: exam({ onlineOnly: true }),
    code: 'online_only',
    staff: 'online_only',
  },
  {
    who: 'an exam given access',
    more: of({ ...booked, status: 'online_access' }),
    code: 'exam_started',
    staff: 'exam_started',
  },
  {
    who: 'an exam begun online',
    more: of({ status: 'online_started' }),
    code: 'exam_started',
    staff: 'exam_started',
  },
  {
    who: 'a taken exam',
    more: of({ status: 'taken' }),
    code: 'exam_started',
    staff: 'exam_started',
  },
  {
    who: 'an exam whose paper is back',
    more: of({ arrivedBack: '2026-03-01' }),
    code: 'exam_started',
    staff: 'exam_started',
  },
  {
    who: 'a course not begun',
    more: exam({ hasProgram: true }),
    code: 'course_not_completed',
    staff: 'course_not_completed',
  },
  {
    who: 'a running course',
    more: {
      ...exam({ hasProgram: true }),
      ...of({ status: 'course_started', onlineProgramStarted: begun }),
    },
    code: 'course_not_completed',
    staff: 'course_not_completed',
  },
  {
    who: 'one who sits in a session that has begun',
    more: of({ ...booked, sessionStartsAt: begun }),
    code: 'office_only',
    staff: null,
  },
  {
    who: 'one who sits in a school session',
    more: of({ ...booked, sessionType: '22' }),
    code: 'office_only',
    staff: null,
  },
  {
    who: 'one who sits in a shipped session',
    more: of({ ...booked, sessionType: '23' }),
    code: 'office_only',
    staff: null,
  },
  {
    who: 'the session now booked',
    more: of({ ...booked, sessionId: 8 }),
    code: 'same_session',
    staff: 'same_session',
  },
  {
    who: 'a session that is called off',
    more: wants({ calledOffAt: begun }),
    code: 'session_called_off',
    staff: 'session_called_off',
  },
  {
    who: 'a session closed by staff',
    more: wants({ closedByStaff: true }),
    code: 'session_closed',
    staff: null,
  },
  {
    who: 'a session past its closing date',
    more: wants({ closingDate: '2026-03-01' }),
    code: 'session_closed',
    staff: null,
  },
  {
    who: 'a session that has begun',
    more: wants({ startsAt: begun }),
    code: 'session_closed',
    staff: 'session_closed',
  },
  {
    who: 'a session after the course is over',
    more: { courseDeadline: now },
    code: 'course_time_over',
    staff: 'course_time_over',
  },
  {
    who: 'too few minutes',
    more: wants({ minutesLeft: 89 }),
    code: 'session_booked_up',
    staff: 'session_booked_up',
  },
  { who: 'no seat', more: wants({ seatsLeft: 0 }), code: 'session_full', staff: 'session_full' },
  {
    who: 'another exam at that time',
    more: { overlaps: true },
    code: 'time_overlap',
    staff: 'time_overlap',
  },
  {
    who: 'unpaid fees',
    more: { feesDue: { proctorFeeCents: 1500, additionalFeeCents: 0 } },
    code: 'fees_due',
    staff: 'fees_due',
  },
];

test.each(refusals)('booking is refused for $who: $code', ({ more, code }) => {
  expect(bookingRefusal({ ...booking, ...more }, now)?.code).toBe(code);
});

test.each(refusals)('staff are refused for $who: $staff', ({ more, staff }) => {
  expect(bookingRefusal({ ...booking, ...more, byStaff: true }, now)?.code ?? null).toBe(staff);
});

const atTheDoor = { ...wants({ startsAt: now }), byStaff: true, walkIn: { overrideRoom: false } };
test.each(
  refusals.filter(({ code }) =>
    ['registration_denied', 'same_session', 'time_overlap'].includes(code),
  ),
)('a walk-in is refused for $who: $code', ({ more, code }) => {
  expect(bookingRefusal({ ...booking, ...atTheDoor, ...more }, now)?.code).toBe(code);
});

test.each([
  { what: 'the last minutes', more: wants({ minutesLeft: 90 }) },
  { what: 'the last seat', more: wants({ seatsLeft: 1 }) },
  {
    what: 'a full session in which she sits already',
    more: wants({ seatsLeft: 0, hasASeat: true, minutesLeft: 120 }),
  },
  { what: 'a session without a limit', more: wants({ seatsLeft: null }) },
  { what: 'a session for women', more: wants({ gender: '2' }) },
  {
    what: 'a branch of her program',
    more: {
      ...student({ programIds: [2] }),
      ...wants({ branch: { adminOnly: false, byAppointment: false, programIds: [2] } }),
    },
  },
  {
    what: 'the exam of a completed course',
    more: {
      ...exam({ hasProgram: true }),
      ...of({
        status: 'course_completed' as const,
        onlineProgramStarted: begun,
        onlineProgramCompleted: begun,
      }),
    },
  },
  { what: 'another session than the booked one', more: of(booked) },
])('a student books $what', ({ more }) => {
  expect(bookingRefusal({ ...booking, ...more }, now)).toBeNull();
});

test.each<[string, Partial<Booking>, string | null]>([
  ['a student', {}, 'no_room_for_accommodation'],
  ['staff who may not go without one', { byStaff: true }, 'no_room_for_accommodation'],
  ['an admin', { byStaff: true, mayGoWithoutRoom: true }, null],
  [
    'an admin at the door who does not say so',
    {
      byStaff: true,
      mayGoWithoutRoom: true,
      walkIn: { overrideRoom: false },
      ...wants({ seatsLeft: 0, needsSpecial: true, startsAt: now }),
    },
    'no_room_for_accommodation',
  ],
  [
    'an admin at the door who says so',
    {
      byStaff: true,
      mayGoWithoutRoom: true,
      walkIn: { overrideRoom: true },
      ...wants({ seatsLeft: 0, needsSpecial: true, startsAt: now }),
    },
    null,
  ],
])('without the special place that is needed, %s books: %s', (_who, more, code) => {
  const none = wants({ seatsLeft: 0, needsSpecial: true });
  expect(bookingRefusal({ ...booking, ...none, ...more }, now)?.code ?? null).toBe(code);
});

test.each([
  [1500, 0, { expected: 1500, proctorFee: 1500 }],
  [1500, 5000, { expected: 6500, proctorFee: 1500 }],
  [0, 5000, { expected: 5000, proctorFee: 0 }],
])(
  'due fees of %i cents and %i in addition are both named, and checked last',
  (proctorFeeCents, additionalFeeCents, said) => {
    const owing = { ...booking, feesDue: { proctorFeeCents, additionalFeeCents } };
    expect(bookingRefusal(owing, now)?.extra).toEqual(said);
    expect(
      bookingRefusal({ ...owing, overlaps: true, ...wants({ seatsLeft: 0 }) }, now)?.code,
    ).toBe('session_full');
  },
);

test.each([
  { who: 'a student before the start', by: false, more: booked, reason: undefined, code: null },
  {
    who: 'a student of an online sitting',
    by: false,
    more: { ...booked, sessionType: '99' as const, sessionStartsAt: null },
    reason: undefined,
    code: null,
  },
  {
    who: 'a student after the start',
    by: false,
    more: { ...booked, sessionStartsAt: begun },
    reason: undefined,
    code: 'office_only',
  },
  {
    who: 'a student in a school session',
    by: false,
    more: { ...booked, sessionType: '22' as const },
    reason: undefined,
    code: 'office_only',
  },
  {
    who: 'a student in a shipped session',
    by: false,
    more: { ...booked, sessionType: '23' as const },
    reason: undefined,
    code: 'office_only',
  },
  {
    who: 'a student of the old system',
    by: false,
    more: { ...booked, isOldSystem: true },
    reason: undefined,
    code: 'office_only',
  },
  {
    who: 'staff for a student of the old system',
    by: true,
    more: { ...booked, isOldSystem: true },
    reason: 2,
    code: null,
  },
  {
    who: 'a student without a session',
    by: false,
    more: {},
    reason: undefined,
    code: 'no_session',
  },
  {
    who: 'a student with online access',
    by: false,
    more: { ...booked, status: 'online_access' as const },
    reason: undefined,
    code: 'exam_started',
  },
  {
    who: 'a student whose exam is taken',
    by: false,
    more: { ...booked, status: 'taken' as const },
    reason: undefined,
    code: 'exam_started',
  },
  {
    who: 'staff with a reason',
    by: true,
    more: { ...booked, sessionType: '22' as const, sessionStartsAt: begun },
    reason: 3,
    code: null,
  },
  {
    who: 'staff without a reason',
    by: true,
    more: booked,
    reason: undefined,
    code: 'reason_required',
  },
  {
    who: "staff with the school's reason",
    by: true,
    more: booked,
    reason: 6,
    code: 'reason_required',
  },
])('leaving a session by $who: $code', ({ by, more, reason, code }) => {
  expect(leavingRefusal({ ...registration, ...more }, by, reason, now)?.code ?? null).toBe(code);
});

test('a branch of several programs is open to a student of one', () => {
  const branch = { adminOnly: false, byAppointment: false, programIds: [2, 3] };
  const her = { ...booking, ...student({ programIds: [3] }), ...wants({ branch }) };
  expect(bookingRefusal(her, now)).toBeNull();
});

test('an exam fits into exactly its minutes', () => {
  for (const minutesUntilClosing of [90, 89])
    expect(bookingRefusal({ ...booking, ...wants({ minutesUntilClosing }) }, now)?.code).toBe(
      minutesUntilClosing < 90 ? 'session_too_short' : undefined,
    );
});

test('a session of a school counts neither minutes nor seats', () => {
  const short = { type: '22', schoolId: 151, minutesLeft: 0, seatsLeft: null } as const;
  expect(bookingRefusal({ ...booking, ...wants(short), byStaff: true }, now)).toBeNull();
});

test('an exam with a course is booked after it', () => {
  expect(bookingRefusal({ ...booking, ...exam({ hasProgram: true }) }, now)?.code).toBe(
    'course_not_completed',
  );
});

test('the sentences are those of the contract', () => {
  const late = { ...booking, courseDeadline: new Date('2026-03-09T14:59:59Z') };
  expect([
    bookingRefusal(late, now)?.detail,
    leavingRefusal({ ...registration, ...booked, sessionType: '22' }, false, undefined, now)
      ?.detail,
  ]).toEqual([
    'The exam had to be taken within 6 months of the start of the course.',
    'Please call the office to change this session.',
  ]);
});
