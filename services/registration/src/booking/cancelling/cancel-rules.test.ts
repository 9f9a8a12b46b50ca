import { expect, test } from '@jest/globals';
import {
  type Cancellable,
  type CancellingActor,
  cancellingActorOf,
  cancelRefusal,
  cancelUntil,
} from './cancel-rules.ts';

const now = new Date('2026-03-02T15:00:00Z');
const nextWeek = new Date('2026-03-09T15:00:00Z');
const yesterday = new Date('2026-03-01T15:00:00Z');

const registered: Cancellable = {
  status: 'registered',
  batchId: null,
  arrivedBack: null,
  onlineExamStarted: null,
  assignmentsStarted: null,
  onlineProgramStarted: null,
  isOldSystem: false,
  chargeSchool: false,
  isFreeSchoolRegistration: false,
  adminCancelSessionReasonCode: null,
  leftSessionStartsAt: null,
  sessionType: null,
  sessionId: null,
  sessionStartsAt: null,
  sessionClosingDate: null,
  sessionClosingTime: null,
  sessionSchoolId: null,
};
const at = (
  sessionType: Cancellable['sessionType'],
  more: Partial<Cancellable> = {},
): Partial<Cancellable> => ({
  status: 'scheduled',
  sessionId: 7,
  sessionType,
  sessionStartsAt: nextWeek,
  ...(sessionType === '22'
    ? { sessionSchoolId: 151, sessionClosingDate: '2026-03-05', sessionClosingTime: '14:00' }
    : {}),
  ...more,
});
const noRights: CancellingActor = {
  isStudent: false,
  isAdmin: false,
  isTechSupport: false,
  schoolId: null,
};
const adminOfTechSupport = { ...noRights, isAdmin: true, isTechSupport: true };
const people: Record<string, CancellingActor> = {
  student: { ...noRights, isStudent: true },
  school: { ...noRights, schoolId: 151 },
  admin: { ...noRights, isAdmin: true },
  techSupport: { ...noRights, isTechSupport: true },
};

// The table of registration states 1.3, row by row: null is yes.
const table: {
  registration: string;
  more: Partial<Cancellable>;
  student: string | null;
  school: string | null;
  admin: string | null;
  techSupport: string | null;
}[] = [
  {
    registration: 'without a session',
    more: {},
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'with an online sitting',
    more: at('99', { sessionStartsAt: null }),
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'let in online, not begun',
    more: at('99', { status: 'online_access' }),
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'at a branch',
    more: at('21'),
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'at a branch, session begun',
    more: at('21', { sessionStartsAt: yesterday }),
    student: 'office_only',
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of a school that is not charged',
    more: at('22'),
    student: 'office_only',
    school: null,
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of a school that is not charged, closed',
    more: at('22', { sessionClosingDate: '2026-03-01' }),
    student: 'office_only',
    school: 'session_closed',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of a school that is not charged, closed this very moment',
    more: at('22', { sessionClosingDate: '2026-03-02', sessionClosingTime: '10:00' }),
    student: 'office_only',
    school: 'session_closed',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of a school that is not charged, with no closing date',
    more: at('22', { sessionClosingDate: null, sessionClosingTime: null }),
    student: 'office_only',
    school: null,
    admin: null,
    techSupport: null,
  },
  {
    registration: 'at a branch of a student whose school is charged',
    more: at('21', { chargeSchool: true, sessionSchoolId: 151 }),
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'online, its time begun',
    more: at('99', { sessionStartsAt: yesterday }),
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'that has left a school session',
    more: { sessionType: '22' },
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'that has left a session at a branch which is over',
    more: { sessionType: '21', sessionStartsAt: yesterday },
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'booked again after it was moved online',
    more: at('21', { adminCancelSessionReasonCode: 'CP', leftSessionStartsAt: yesterday }),
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of a school, with online access',
    more: at('22', { status: 'online_access' }),
    student: 'office_only',
    school: null,
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of a charged school',
    more: at('22', { chargeSchool: true }),
    student: 'office_only',
    school: 'charged_school',
    admin: 'charged_school',
    techSupport: null,
  },
  {
    registration: 'of a charged school, free',
    more: at('22', { chargeSchool: true, isFreeSchoolRegistration: true }),
    student: 'office_only',
    school: null,
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of a charged school, free, closed',
    more: at('22', {
      chargeSchool: true,
      isFreeSchoolRegistration: true,
      sessionClosingDate: '2026-03-01',
    }),
    student: 'office_only',
    school: 'session_closed',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of another school',
    more: at('22', { sessionSchoolId: 209 }),
    student: 'office_only',
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'shipped',
    more: at('23'),
    student: 'office_only',
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'of the old system',
    more: { isOldSystem: true },
    student: 'office_only',
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'moved online, its session over',
    more: { adminCancelSessionReasonCode: 'CP', leftSessionStartsAt: yesterday },
    student: 'cp_session_over',
    school: 'registration_not_found',
    admin: 'cp_session_over',
    techSupport: null,
  },
  {
    registration: 'moved online, its session today',
    more: { adminCancelSessionReasonCode: 'CP', leftSessionStartsAt: now },
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  {
    registration: 'missed, its session over',
    more: { adminCancelSessionReasonCode: 'NS', leftSessionStartsAt: yesterday },
    student: null,
    school: 'registration_not_found',
    admin: null,
    techSupport: null,
  },
  ...(['online_started', 'disconnected', 'taken', 'graded'] as const).map((status) => ({
    registration: status,
    more: { ...at('21'), status },
    student: 'exam_started',
    school: 'exam_started',
    admin: 'exam_started',
    techSupport: 'exam_started',
  })),
  {
    registration: 'in a batch',
    more: at('21', { batchId: 4 }),
    student: 'exam_started',
    school: 'exam_started',
    admin: 'exam_started',
    techSupport: 'exam_started',
  },
  {
    registration: 'with its paper back',
    more: at('21', { arrivedBack: '2026-03-01' }),
    student: 'exam_started',
    school: 'exam_started',
    admin: 'exam_started',
    techSupport: 'exam_started',
  },
  {
    registration: 'with assignments begun',
    more: { assignmentsStarted: yesterday },
    student: 'exam_started',
    school: 'exam_started',
    admin: 'exam_started',
    techSupport: 'exam_started',
  },
  {
    registration: 'with its course begun',
    more: { status: 'course_started', onlineProgramStarted: yesterday },
    student: 'course_started',
    school: 'course_started',
    admin: 'course_started',
    techSupport: 'course_started',
  },
  {
    registration: 'scheduled after its course',
    more: at('21', { onlineProgramStarted: yesterday }),
    student: 'course_started',
    school: 'course_started',
    admin: 'course_started',
    techSupport: 'course_started',
  },
  {
    registration: 'cancelled before',
    more: { status: 'cancelled' },
    student: 'already_cancelled',
    school: 'already_cancelled',
    admin: 'already_cancelled',
    techSupport: 'already_cancelled',
  },
];

const cases = table.flatMap(({ registration, more, ...answers }) =>
  Object.entries(answers).map(([who, code]) => ({ registration, more, who, code })),
);
test.each(cases)('an exam $registration, cancelled by $who: $code', ({ more, who, code }) => {
  expect(
    cancelRefusal({ ...registered, ...more }, people[who] as CancellingActor, 2, now)?.code ?? null,
  ).toBe(code);
});

test('staff must say why, a student need not', () => {
  expect(cancelRefusal(registered, people.student as CancellingActor, undefined, now)).toBeNull();
  expect(cancelRefusal(registered, people.admin as CancellingActor, undefined, now)?.code).toBe(
    'reason_required',
  );
  expect(cancelRefusal(registered, people.admin as CancellingActor, 5, now)?.code).toBe(
    'reason_required',
  );
});

test("the school's reason is for school exams only, and they may have any other reason too", () => {
  const ofSchool = { ...registered, ...at('22') };
  for (const reason of [1, 2, 3, 4, 6])
    expect(cancelRefusal(ofSchool, people.admin as CancellingActor, reason, now)).toBeNull();
  for (const more of [{}, at('21'), at('23'), at('99', { sessionStartsAt: null })])
    expect(
      cancelRefusal({ ...registered, ...more }, people.admin as CancellingActor, 6, now)?.code,
    ).toBe('reason_required');
});

test('rights of several roles add up', () => {
  const charged = { ...registered, ...at('22', { chargeSchool: true }) };
  expect(cancelRefusal(charged, adminOfTechSupport, 6, now)).toBeNull();
  expect(cancelRefusal(charged, adminOfTechSupport, 7, now)?.code).toBe('reason_required');
});

test('a caller without any of these keys cancels nothing', () => {
  expect(cancelRefusal(registered, noRights, 2, now)?.code).toBe('office_only');
});

test.each<[by: string, registration: string, more: Partial<Cancellable>, until: string | null]>([
  ['student', 'without a session', {}, null],
  ['student', 'at a branch', at('21'), '2026-03-09T15:00:00Z'],
  ['student', 'online', at('99', { sessionStartsAt: null }), null],
  ['admin', 'at a branch', at('21'), null],
  ['school', 'of a school', at('22'), '2026-03-05T19:00:00Z'],
  ['techSupport', 'at a branch', at('21'), null],
])('a %s can cancel an exam %s until $until', (by, _registration, more, until) => {
  const end = cancelUntil({ ...registered, ...more }, people[by] as CancellingActor, now);
  expect(end).toEqual(until === null ? null : new Date(until));
});

test('an exam that was moved online can be cancelled to the end of its day in New York', () => {
  const moved = { ...registered, adminCancelSessionReasonCode: 'CP', leftSessionStartsAt: now };
  const end = new Date('2026-03-03T05:00:00Z');
  for (const by of ['student', 'admin'])
    expect(cancelUntil(moved, people[by] as CancellingActor, now)).toEqual(end);
  // a school admin cannot cancel it, so that the closing of a session sets no limit
  expect(cancelUntil(moved, { ...noRights, isAdmin: true, schoolId: 151 }, now)).toEqual(end);
  // tech support can for as long as nothing is begun
  expect(cancelUntil(moved, adminOfTechSupport, now)).toBeNull();
});

test('a caller who cannot cancel an exam has no end', () => {
  expect(cancelUntil({ ...registered, ...at('21') }, noRights, now)).toBeNull();
});

test('the caller cancels for what their roles allow', () => {
  const person = { id: 1, name: 'A person', via: 'bff' };
  const staff = (role: 'ROLE_ADMIN' | 'ROLE_SCHOOL_ADMIN' | 'ROLE_TECH_SUPPORT') =>
    cancellingActorOf({ ...person, kind: 'staff', roles: [role], schoolId: 151 });
  expect(cancellingActorOf({ ...person, kind: 'student', roles: ['ROLE_STUDENT'] })).toEqual({
    ...noRights,
    isStudent: true,
  });
  expect(staff('ROLE_ADMIN')).toEqual({ ...noRights, isAdmin: true });
  expect(staff('ROLE_SCHOOL_ADMIN')).toEqual({ ...noRights, schoolId: 151 });
  expect(staff('ROLE_TECH_SUPPORT')).toMatchObject({ isStudent: false, isTechSupport: true });
});

test('the sentences are those of the contract', () => {
  const closed = { ...registered, ...at('22', { sessionClosingDate: '2026-03-01' }) };
  const { school, student } = people as Record<'school' | 'student', CancellingActor>;
  const course = { status: 'course_started', onlineProgramStarted: yesterday } as const;
  expect([
    cancelRefusal(closed, school, 2, now)?.detail,
    cancelRefusal(closed, student, 2, now)?.detail,
    cancelRefusal(closed, people.admin as CancellingActor, undefined, now)?.detail,
    cancelRefusal({ ...registered, status: 'taken' }, student, 2, now)?.detail,
    cancelRefusal({ ...registered, ...course }, student, 2, now)?.detail,
  ]).toEqual([
    'The session is closed.',
    'Please call the office to cancel this exam.',
    'Please select a cancelling reason',
    'This exam has been started and cannot be cancelled.',
    'A course that has been started cannot be cancelled.',
  ]);
});
