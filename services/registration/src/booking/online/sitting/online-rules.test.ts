import { expect, test } from '@jest/globals';
import type { RegistrationRow } from '../../../records/registrations/state/registration-row.ts';
import { sampleRow } from '../../../records/registrations/state/sample-row.ts';
import {
  openingRefusal,
  proctorRefusal,
  programRefusal,
  refuseStaff,
  startFrom,
  startKeyInvalid,
  startRefusal,
  startUntil,
  unlessRefused,
} from './online-rules.ts';
import { hasProctor } from './sitting-machine.ts';

const now = new Date('2026-03-02T15:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const SEVEN_MONTHS = -7 * 31 * 24;

const paid = { id: 1, state: 'held', cents: 1500, sessionId: null, paymentId: 9 } as const;
/** An exam of TAL that can be sat online, its proctor fee paid. */
const registered: RegistrationRow = {
  ...sampleRow(at(-48)),
  proctorPayments: [paid],
  contentCode: 'C-1',
  examProctorCode: 'P-1',
};
type More = Partial<RegistrationRow>;
const withProctor: More = {
  status: 'scheduled',
  sessionId: 7,
  sessionType: '99',
  proctorUuid: 'p-7',
};
/** A course of the course vendor, begun when it says. */
const course = (more: More): More => ({ vendorId: 3, programContentCode: 'PR-1', ...more });
const done = (startedAt: Date): More =>
  course({ onlineProgramStarted: startedAt, onlineProgramCompleted: at(-1) });
const codeOf = (refusal: { code: string } | null) => refusal?.code ?? null;

test.each<{ what: string; more: More; code: string | null }>([
  { what: 'whose fee is paid', more: {}, code: null },
  { what: 'whose fee is not paid', more: { proctorPayments: [] }, code: 'fees_due' },
  {
    what: 'whose first sitting is prepaid',
    more: { proctorFeeCents: 0, proctorPayments: [{ ...paid, cents: 0, paymentId: null }] },
    code: null,
  },
  {
    what: 'whose additional fee is not paid',
    more: { additionalChargeCents: 5000 },
    code: 'fees_due',
  },
  {
    what: 'that is booked already, whatever else',
    more: { ...withProctor, proctorPayments: [], bookingBarredUntil: new Date('9999-12-31') },
    code: null,
  },
  { what: 'that is taken', more: { status: 'taken' }, code: 'exam_completed' },
  {
    what: 'that is graded',
    more: { status: 'graded', gradeComment: 'Pass' },
    code: 'exam_completed',
  },
  { what: 'of the old system', more: { isOldSystem: true }, code: 'office_only' },
  {
    what: 'of the old system that is taken',
    more: { isOldSystem: true, status: 'taken' },
    code: 'exam_completed',
  },
  {
    what: 'of a barred student',
    more: { bookingBarredUntil: new Date('9999-12-31') },
    code: 'registration_denied',
  },
  { what: 'on paper only', more: { paperOnly: true }, code: 'paper_only' },
  { what: 'without its online content', more: { contentCode: null }, code: 'not_online' },
  { what: 'without remote proctoring', more: { examProctorCode: null }, code: 'not_online' },
  {
    what: 'that has a seat',
    more: { status: 'scheduled', sessionId: 7, sessionType: '21' },
    code: 'session_booked',
  },
  { what: 'after a course that is not begun', more: course({}), code: 'course_not_completed' },
  {
    what: 'after a course that is not done',
    more: course({ status: 'course_started', onlineProgramStarted: at(-1) }),
    code: 'course_not_completed',
  },
  { what: 'after a course that is done', more: done(at(-2)), code: null },
  {
    what: 'after the 6 months of its course',
    more: done(at(SEVEN_MONTHS)),
    code: 'course_time_over',
  },
])('booking the proctor of an exam $what: $code', ({ more, code }) => {
  expect(codeOf(proctorRefusal({ ...registered, ...more }, now))).toBe(code);
});

test('the refusal names both due fees in cents', () => {
  const refused = proctorRefusal(
    { ...registered, proctorPayments: [], additionalChargeCents: 10_500 },
    now,
  );
  expect(refused?.extra).toEqual({ expected: 12_000 });
});

test('a booking at the proctoring service counts until the exam is over', () => {
  expect(hasProctor({ ...registered, ...withProctor })).toBe(true);
  expect(hasProctor({ ...registered, ...withProctor, status: 'disconnected' })).toBe(true);
  expect(hasProctor({ ...registered, ...withProctor, status: 'taken' })).toBe(false);
  expect(hasProctor({ ...registered, sessionType: '99' })).toBe(false);
});

const shipped: More = {
  status: 'scheduled',
  sessionId: 7,
  sessionType: '23',
  sessionStartsAt: at(-1),
  sessionLastDate: '2026-03-05',
};
const ofSchool = (schoolHasOnlineSessions: boolean | null): More => ({
  ...shipped,
  sessionType: '22',
  sessionSchoolId: 151,
  schoolHasOnlineSessions,
  schoolChargesProctorFee: false,
});

test.each<{ what: string; more: More; code: string | null }>([
  { what: 'a shipped session while it lasts', more: shipped, code: null },
  {
    what: 'a shipped session before its start',
    more: { ...shipped, sessionStartsAt: at(1) },
    code: 'session_not_open',
  },
  {
    what: 'a shipped session on its last day',
    more: { ...shipped, sessionLastDate: '2026-03-02' },
    code: null,
  },
  {
    what: 'a shipped session after its last day',
    more: { ...shipped, sessionLastDate: '2026-03-01' },
    code: 'session_not_open',
  },
  {
    what: 'a session without a last day, 3 hours on',
    more: { ...shipped, sessionLastDate: null, sessionStartsAt: at(-3) },
    code: null,
  },
  {
    what: 'a shipped session at its start',
    more: { ...shipped, sessionStartsAt: now },
    code: null,
  },
  {
    what: 'a session without a last day, 210 minutes on',
    more: { ...shipped, sessionLastDate: null, sessionStartsAt: at(-3.5) },
    code: 'session_not_open',
  },
  {
    what: 'a session without a last day, 4 hours on',
    more: { ...shipped, sessionLastDate: null, sessionStartsAt: at(-4) },
    code: 'session_not_open',
  },
  { what: 'a session of a school that has the button', more: ofSchool(true), code: null },
  {
    what: 'a session of a school without it',
    more: ofSchool(false),
    code: 'not_online_school',
  },
  {
    what: 'a session of a school that is not known',
    more: ofSchool(null),
    code: 'not_online_school',
  },
  {
    what: 'a school that asks the fee, paid',
    more: { ...ofSchool(true), schoolChargesProctorFee: true },
    code: null,
  },
  {
    what: 'a school that asks the fee',
    more: { ...ofSchool(true), schoolChargesProctorFee: true, proctorPayments: [] },
    code: 'fees_due',
  },
  { what: 'a school that asks none', more: { ...ofSchool(true), proctorPayments: [] }, code: null },
  {
    what: 'a session whose additional fee is not paid',
    more: { ...shipped, additionalChargeCents: 5000 },
    code: 'fees_due',
  },
  { what: 'no session', more: {}, code: 'session_not_open' },
  {
    what: 'a session at a branch',
    more: { ...shipped, sessionType: '21' },
    code: 'session_not_open',
  },
  {
    what: 'a session of the old system',
    more: { ...shipped, isOldSystem: true },
    code: 'office_only',
  },
  {
    what: 'a session of the old system that is over',
    more: { ...shipped, isOldSystem: true, status: 'taken' },
    code: 'exam_completed',
  },
  { what: 'an exam on paper only', more: { ...shipped, paperOnly: true }, code: 'paper_only' },
  {
    what: 'an exam without its online content',
    more: { ...shipped, contentCode: null },
    code: 'not_online',
  },
  { what: 'an exam that is over', more: { ...shipped, status: 'taken' }, code: 'exam_completed' },
  {
    what: 'an exam after the 6 months of its course',
    more: { ...shipped, ...done(at(SEVEN_MONTHS)) },
    code: 'course_time_over',
  },
  {
    what: 'an exam that was begun, without window and fee',
    more: {
      ...shipped,
      status: 'disconnected',
      sessionStartsAt: at(-200),
      sessionLastDate: null,
      proctorPayments: [],
      additionalChargeCents: 5000,
    },
    code: null,
  },
  {
    what: 'an exam with access, after its last day',
    more: { ...shipped, status: 'online_access', sessionLastDate: '2026-02-01' },
    code: 'session_not_open',
  },
  {
    what: 'an exam to which the office gave no access again, after its last day',
    more: { ...shipped, onlineExamTakenOverride: true, sessionLastDate: '2026-02-01' },
    code: 'session_not_open',
  },
  {
    what: 'an exam that was opened again, without window and fee',
    more: {
      ...shipped,
      status: 'online_access',
      onlineExamTakenOverride: true,
      sessionLastDate: '2026-02-01',
      proctorPayments: [],
    },
    code: null,
  },
])('opening the exam of $what: $code', ({ more, code }) => {
  expect(codeOf(openingRefusal({ ...registered, ...more }, now))).toBe(code);
});

const letIn: More = { ...withProctor, status: 'online_access', onlineAccess: true };
const begun: More = {
  ...letIn,
  status: 'online_started',
  onlineExamStarted: at(-3),
  resumeUntil: at(21),
};

test.each<{ what: string; more: More; code: string | null }>([
  { what: 'that the proctor has let in', more: letIn, code: null },
  { what: 'that waits for the proctor', more: withProctor, code: 'no_online_access' },
  {
    what: 'whose access was taken back',
    more: { ...letIn, onlineAccess: false },
    code: 'no_online_access',
  },
  { what: 'that goes on within 24 hours', more: begun, code: null },
  {
    what: 'that was disconnected, within 24 hours',
    more: { ...begun, status: 'disconnected' },
    code: null,
  },
  {
    what: 'that was begun exactly 24 hours ago',
    more: { ...begun, resumeUntil: now },
    code: 'grace_period_over',
  },
  {
    what: 'that was begun, its access taken back',
    more: { ...begun, onlineAccess: false },
    code: 'no_online_access',
  },
  {
    what: 'that was handed in',
    more: { ...begun, status: 'taken', onlineExamCompleted: at(-1) },
    code: 'exam_completed',
  },
  {
    what: 'that its time has ended',
    more: { ...begun, status: 'taken', resumeUntil: at(-1) },
    code: 'grace_period_over',
  },
  {
    what: 'that was disqualified',
    more: { ...begun, status: 'graded', gradeComment: 'Disqualified' },
    code: 'exam_disqualified',
  },
  {
    what: 'that was passed',
    more: { ...begun, status: 'graded', gradeComment: 'Pass' },
    code: 'exam_completed',
  },
  {
    what: 'that was begun, after the 6 months of its course',
    more: { ...begun, ...done(at(SEVEN_MONTHS)) },
    code: null,
  },
  {
    what: 'of a shipped session while it lasts',
    more: { ...shipped, status: 'online_access', onlineAccess: true },
    code: null,
  },
  {
    what: 'of a shipped session that is over',
    more: {
      ...shipped,
      status: 'online_access',
      onlineAccess: true,
      sessionLastDate: '2026-03-01',
    },
    code: 'session_not_open',
  },
  {
    what: 'of a shipped session that is over, opened again',
    more: {
      ...shipped,
      status: 'online_access',
      onlineAccess: true,
      sessionLastDate: '2026-03-01',
      onlineExamTakenOverride: true,
    },
    code: null,
  },
  {
    what: 'after the 6 months of its course',
    more: { ...letIn, ...done(at(SEVEN_MONTHS)) },
    code: 'course_time_over',
  },
])('the start link of an exam $what: $code', ({ more, code }) => {
  expect(codeOf(startRefusal({ ...registered, ...more }, now))).toBe(code);
});

test.each<{ what: string; more: More; code: string | null }>([
  { what: 'for the first time', more: course({}), code: null },
  {
    what: 'again',
    more: course({ status: 'course_started', onlineProgramStarted: at(-1) }),
    code: null,
  },
  { what: 'that is none', more: {}, code: 'no_course' },
  {
    what: 'whose exam has a session',
    more: course({ status: 'scheduled', sessionId: 7, sessionType: '21' }),
    code: 'no_course',
  },
  { what: 'of the old system', more: course({ isOldSystem: true }), code: 'office_only' },
  {
    what: 'whose additional fee is not paid',
    more: course({ additionalChargeCents: 5000 }),
    code: 'fees_due',
  },
  {
    what: 'without the proctor fee, which is for later',
    more: course({ proctorPayments: [] }),
    code: null,
  },
  {
    what: 'after its 6 months',
    more: course({ status: 'course_started', onlineProgramStarted: at(SEVEN_MONTHS) }),
    code: 'course_time_over',
  },
])('starting a course $what: $code', ({ more, code }) => {
  expect(codeOf(programRefusal({ ...registered, ...more }, now))).toBe(code);
});

test('only the student starts anything', () => {
  const actor = { id: 1, name: 'somebody', via: 'bff' };
  expect(() => refuseStaff({ ...actor, kind: 'staff', roles: ['ROLE_SUPER_ADMIN'] })).toThrow(
    expect.objectContaining({ code: 'staff_cannot_start' }),
  );
  expect(() => refuseStaff({ ...actor, kind: 'student', roles: ['ROLE_STUDENT'] })).not.toThrow();
});

const inFive = new Date('2026-03-06T05:00:00Z');
/** Six months after 8 AM of New York, by its clocks. */
const COURSE_ENDS = new Date('2026-09-02T12:00:00Z');
test.each<{ what: string; more: More; until: Date | null }>([
  { what: 'at home', more: withProctor, until: null },
  { what: 'in a room, to the end of its last day', more: shipped, until: inFive },
  {
    what: 'in a room without a last day, 210 minutes from its start',
    more: { ...shipped, sessionLastDate: null },
    until: at(2.5),
  },
  { what: 'in a room without a start', more: { ...shipped, sessionStartsAt: null }, until: null },
  {
    what: 'that was opened again',
    more: { ...shipped, onlineExamTakenOverride: true },
    until: null,
  },
  { what: 'that was begun', more: begun, until: at(21) },
  { what: 'after a course', more: done(at(-2)), until: COURSE_ENDS },
  { what: 'after a course, in a room', more: { ...shipped, ...done(at(-2)) }, until: inFive },
  {
    what: 'after a course, in a room, opened again',
    more: { ...shipped, ...done(at(-2)), onlineExamTakenOverride: true },
    until: COURSE_ENDS,
  },
])('an exam $what can be begun until $until', ({ more, until }) => {
  expect(startUntil({ ...registered, ...more })).toEqual(until);
});

test.each<{ what: string; more: More; from: Date | null }>([
  { what: 'before its start', more: { ...shipped, sessionStartsAt: at(1) }, from: at(1) },
  { what: 'at its start', more: { ...shipped, sessionStartsAt: now }, from: null },
  { what: 'after its last day', more: { ...shipped, sessionLastDate: '2026-03-01' }, from: null },
  {
    what: 'that never opens online',
    more: { ...shipped, sessionStartsAt: at(1), contentCode: null },
    from: null,
  },
  { what: 'that is none', more: {}, from: null },
])('the exam of a session $what opens at $from', ({ more, from }) => {
  expect(startFrom({ ...registered, ...more }, now)).toEqual(from);
});

test('a replay gives the first link, unless the caller may not get it any more', () => {
  expect(unlessRefused(null)('the link')).toBe('the link');
  const refusal = startKeyInvalid();
  expect(refusal.code).toBe('start_key_invalid');
  expect(() => unlessRefused(refusal)('the link')).toThrow(refusal);
});

test('the sentences are those of the contract', () => {
  expect([
    proctorRefusal({ ...registered, isOldSystem: true }, now)?.detail,
    proctorRefusal({ ...registered, ...done(at(SEVEN_MONTHS)) }, now)?.detail,
  ]).toEqual([
    'Please call the office about this exam.',
    'The exam had to be taken within 6 months of the start of the course.',
  ]);
});
