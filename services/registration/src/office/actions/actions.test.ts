import { describe, expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import type { DomainError } from '@portal/kit/errors';
import fc from 'fast-check';
import { cancellingActorOf, cancelRefusal } from '../../booking/cancelling/cancel-rules.ts';
import {
  openingRefusal,
  proctorRefusal,
  programRefusal,
  staffCannotStart,
} from '../../booking/online/sitting/online-rules.ts';
import { bookingRefusal, leavingRefusal } from '../../booking/session-booking/booking-rules.ts';
import { toOnlineRefusal } from '../../booking/session-booking/to-online-rules.ts';
import { staffCannotUpload, uploadRefusal } from '../../records/assignments/assignment-rules.ts';
import { NO_FEES, type SessionType } from '../../records/fees/proctor-fee.ts';
import { courseDeadline } from '../../records/registrations/state/course-time.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import type { RegistrationStatus } from '../../records/registrations/state/registration-state.ts';
import { sampleRow } from '../../records/registrations/state/sample-row.ts';
import { actionsOf } from './actions.ts';

const now = new Date('2026-03-02T15:00:00Z');
const HOUR = 3_600_000;

const near = fc
  .integer({ min: -8000, max: 400 })
  .map((hours) => new Date(now.getTime() + hours * HOUR));
const soon = fc.integer({ min: -50, max: 50 }).map((n) => new Date(now.getTime() + n * HOUR));
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 2 });

const statuses: RegistrationStatus[] = [
  'registered',
  'scheduled',
  'online_access',
  'course_started',
  'course_completed',
  'online_started',
  'disconnected',
  'taken',
  'graded',
];
const payment = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  state: fc.constantFrom('held', 'attached', 'used', 'forfeited', 'refunded', 'gone'),
  cents: fc.constantFrom(0, 1500),
  sessionId: orNull(fc.constant(7)),
  paymentId: orNull(fc.constant(90)),
});
const bookedAt = orNull(
  fc.record({
    sessionType: fc.constantFrom<SessionType>('21', '22', '23', '99'),
    sessionStartsAt: soon,
  }),
);

/** Rows of every state, also of such that no command makes. */
const someRow: fc.Arbitrary<RegistrationRow> = fc
  .record({
    status: fc.constantFrom(...statuses),
    createdAt: near,
    booked: bookedAt,
    isOldSystem: fc.boolean(),
    bookingBarredUntil: fc.constantFrom(new Date('9999-12-31'), null, null, null),
    studentGender: fc.constantFrom('1', '2'),
    batchId: orNull(fc.constant(3)),
    adminCancelSessionReasonCode: orNull(fc.constantFrom('CP', 'ST')),
    leftSessionStartsAt: orNull(soon),
    isSessionCalledOff: fc.boolean(),
    chargeSchool: fc.boolean(),
    isFreeSchoolRegistration: fc.boolean(),
    sessionClosingDate: orNull(fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-05')),
    sessionLastDate: orNull(fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-05')),
    schoolHasOnlineSessions: orNull(fc.boolean()),
    schoolChargesProctorFee: orNull(fc.boolean()),
    proctorFeeCents: fc.constantFrom(0, 1500, 1000),
    proctorPayments: fc.array(payment, { maxLength: 2 }),
    additionalChargeCents: fc.constantFrom(0, 5000),
    additionalPaidCents: fc.constantFrom(0, 5000),
    vendorId: fc.constantFrom(1, 3),
    onlineOnly: fc.boolean(),
    paperOnly: fc.boolean(),
    contentCode: orNull(fc.constant('C-1')),
    examProctorCode: orNull(fc.constant('P-1')),
    programContentCode: orNull(fc.constant('PR-1')),
    hasAssignments: fc.boolean(),
    proctorUuid: orNull(fc.constant('p-7')),
    onlineAccess: fc.boolean(),
    onlineExamStarted: orNull(near),
    onlineExamTakenOverride: fc.boolean(),
    resumeUntil: orNull(soon),
    onlineProgramStarted: orNull(near),
    onlineProgramCompleted: orNull(near),
    assignmentsStarted: orNull(near),
  })
  .map(({ booked, ...fields }) => ({
    ...sampleRow(now),
    ...fields,
    ...(booked ? { ...booked, sessionId: 7, sessionSchoolId: 151 } : {}),
  }));

const student: Actor = {
  kind: 'student',
  id: 1001,
  roles: ['ROLE_STUDENT'],
  studentId: 1001,
  name: 'dana',
  via: 'bff',
};
const staff = (...roles: string[]): Actor => ({
  kind: 'staff',
  id: 5,
  roles,
  studentId: 1001,
  schoolId: 151,
  name: 'staff',
  via: 'bff',
});
const someCaller = fc.constantFrom(
  student,
  staff('ROLE_ADMIN'),
  staff('ROLE_TECH_SUPPORT'),
  staff('ROLE_SUPER_ADMIN'),
  staff('ROLE_SCHOOL_ADMIN'),
  staff('ROLE_ADMIN', 'ROLE_SCHOOL_ADMIN'),
  staff('ROLE_SUPPORT'),
  staff('ROLE_ADVISOR'),
);
const has = (actor: Actor, ...roles: string[]) => roles.some((role) => actor.roles.includes(role));

/** A session at a location that every student may book, an hour from now. */
const freeSession = (at: Date) => ({
  id: 99,
  type: '21' as const,
  gender: '3' as const,
  schoolId: null,
  seatsLeft: 5,
  hasASeat: false,
  minutesLeft: 210,
  needsSpecial: false,
  minutesUntilClosing: 210,
  closedByStaff: false,
  closingDate: null,
  closingTime: null,
  calledOffAt: null,
  startsAt: new Date(at.getTime() + 1),
  isOffered: false,
  branch: { adminOnly: false, byAppointment: false, programIds: [] },
});

/** The guards as the commands call them. */
const guards: Record<
  string,
  {
    roles: string[];
    refusal: (row: RegistrationRow, actor: Actor, at: Date) => DomainError | null;
  }
> = {
  schedule: {
    roles: ['ROLE_STUDENT', 'ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'],
    refusal: (row, actor, at) =>
      bookingRefusal(
        {
          byStaff: actor.kind === 'staff',
          mayGoWithoutRoom: has(actor, 'ROLE_ADMIN', 'ROLE_SUPER_ADMIN'),
          student: {
            gender: row.studentGender ?? '',
            bookingBarredUntil: row.bookingBarredUntil,
            schoolId: 151,
            programIds: [],
          },
          registration: row,
          exam: {
            durationMinutes: row.durationMinutes ?? 0,
            onlineOnly: row.onlineOnly === true,
            hasProgram: row.programContentCode !== null,
          },
          courseDeadline: courseDeadline(row),
          session: freeSession(at),
          overlaps: false,
          feesDue: NO_FEES,
        },
        at,
      ),
  },
  cancelSession: {
    roles: ['ROLE_STUDENT', 'ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'],
    refusal: (row, actor, at) => leavingRefusal(row, actor.kind === 'staff', 1, at),
  },
  cancel: {
    roles: [
      'ROLE_STUDENT',
      'ROLE_ADMIN',
      'ROLE_SUPER_ADMIN',
      'ROLE_TECH_SUPPORT',
      'ROLE_SCHOOL_ADMIN',
    ],
    refusal: (row, actor, at) => cancelRefusal(row, cancellingActorOf(actor), 3, at),
  },
  startExam: {
    roles: [],
    refusal: (row, actor, at) => {
      if (actor.kind === 'staff') return staffCannotStart();
      return row.sessionType === '22' || row.sessionType === '23'
        ? openingRefusal(row, at)
        : proctorRefusal(row, at);
    },
  },
  startCourse: {
    roles: [],
    refusal: (row, actor, at) =>
      actor.kind === 'staff' ? staffCannotStart() : programRefusal(row, at),
  },
  upload: {
    roles: [],
    refusal: (row, actor, at) =>
      actor.kind === 'staff' ? staffCannotUpload() : uploadRefusal(row, at),
  },
  changeToOnline: {
    roles: ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'],
    refusal: (row, actor, at) =>
      toOnlineRefusal(row, { reason: 5, isTechSupport: has(actor, 'ROLE_TECH_SUPPORT') }, at),
  },
};
const names = Object.keys(guards);

const runs = { numRuns: 4000 };

describe('the actions of a row', () => {
  test("an action is allowed exactly when its command's guard passes, fees aside", () => {
    fc.assert(
      fc.property(someRow, someCaller, fc.constantFrom(...names), (row, actor, name) => {
        const { roles, refusal } = guards[name] as (typeof guards)[string];
        const offered = actionsOf(row, actor, now).find((one) => one.name === name);
        const mayCall = roles.length === 0 || has(actor, ...roles);
        const refused = refusal(row, actor, now);
        const passes = mayCall && (refused === null || refused.code === 'fees_due');
        expect(offered?.allowed ?? false).toBe(passes);
        if (offered && !offered.allowed)
          expect([offered.code, offered.reason]).toEqual([refused?.code, refused?.detail]);
      }),
      runs,
    );
  });

  test('an action has fees exactly when its guard charges them, to the cent', () => {
    const actionNames = ['startExam', 'startCourse', 'upload'];
    fc.assert(
      fc.property(someRow, fc.constantFrom(...actionNames), (row, name) => {
        const refused = guards[name]?.refusal(row, student, now);
        const offered = actionsOf(row, student, now).find((one) => one.name === name);
        const due = (offered?.proctorFeeCents ?? 0) + (offered?.additionalFeeCents ?? 0);
        const expected = refused?.code === 'fees_due' ? refused.extra?.expected : 0;
        expect(due).toBe(expected);
      }),
      runs,
    );
  });

  test('an action that ends at a moment is allowed until then and refused from then on', () => {
    const ending = names.filter((name) => name !== 'startExam');
    fc.assert(
      fc.property(someRow, someCaller, (row, actor) => {
        for (const { name, until, allowed } of actionsOf(row, actor, now)) {
          if (!until || !ending.includes(name)) continue;
          const at = (millis: number) =>
            actionsOf(row, actor, new Date(until.getTime() + millis)).find(
              (one) => one.name === name,
            )?.allowed;
          expect([allowed, at(-1), at(0)]).toEqual([true, true, false]);
        }
      }),
      runs,
    );
  });
});

test('another session can be booked until the one that is left begins, by students', () => {
  const row = {
    ...sampleRow(now),
    status: 'scheduled' as const,
    sessionId: 7,
    sessionType: '21' as const,
    sessionStartsAt: new Date(now.getTime() + 24 * HOUR),
  };
  const until = (changed: Partial<RegistrationRow>, actor = student) =>
    actionsOf({ ...row, ...changed }, actor, now).find(({ name }) => name === 'schedule')?.until;
  expect(until({})).toEqual(row.sessionStartsAt);
  expect(until({}, staff('ROLE_ADMIN'))).toBeUndefined();
  expect(until({ sessionId: null, sessionStartsAt: null, status: 'registered' })).toBeUndefined();
});

test('a course says by when it has to be finished, begun now or before', () => {
  const course = { ...sampleRow(now), vendorId: 3, programContentCode: 'PR-1' };
  const finishBy = (row: RegistrationRow) =>
    actionsOf(row, student, now)
      .find(({ name }) => name === 'startCourse')
      ?.finishBy?.toISOString();
  expect(finishBy(course)).toBe('2026-09-02T14:00:00.000Z');
  const begun = { ...course, status: 'course_started' as const };
  expect(finishBy({ ...begun, onlineProgramStarted: new Date('2026-02-01T15:00:00Z') })).toBe(
    '2026-08-01T14:00:00.000Z',
  );
  expect(finishBy({ ...course, vendorId: 1 })).toBeUndefined();
});

const openAt = (hours: number) => ({
  status: 'scheduled' as const,
  sessionId: 7,
  sessionSchoolId: 151,
  sessionStartsAt: new Date(now.getTime() + hours * HOUR),
});
const proctored = { contentCode: 'C-1', examProctorCode: 'P-1' };
const aCourse = { vendorId: 3, programContentCode: 'PR-1', hasAssignments: true };
const inSchool = { sessionType: '22' as const, contentCode: 'C-1', schoolHasOnlineSessions: true };
const withProctor = {
  ...proctored,
  sessionId: 9,
  sessionType: '99' as const,
  proctorUuid: 'p-9',
};

test.each<[string, Partial<RegistrationRow>, string[]]>([
  ['is registered', {}, ['schedule', 'cancel']],
  ['is online only', { onlineOnly: true }, ['cancel']],
  ['has a proctor', proctored, ['schedule', 'cancel', 'startExam']],
  ['is on paper', { ...proctored, paperOnly: true }, ['schedule', 'cancel']],
  ['has a course before it', aCourse, ['cancel', 'startCourse', 'upload']],
  [
    'has a course that runs',
    { ...aCourse, status: 'course_started', onlineProgramStarted: now },
    ['startCourse', 'upload'],
  ],
  [
    'has a course that is done',
    {
      ...aCourse,
      ...proctored,
      status: 'course_completed',
      onlineProgramStarted: now,
      onlineProgramCompleted: now,
    },
    ['schedule', 'startExam', 'startCourse', 'upload'],
  ],
  ['is of the old system', { isOldSystem: true }, []],
  [
    'is booked at a location',
    { ...openAt(30), sessionType: '21' },
    ['schedule', 'cancelSession', 'cancel'],
  ],
  ['is booked at a location, which has begun', { ...openAt(0), sessionType: '21' }, []],
  ['is booked in a school, before its time', { ...openAt(2), ...inSchool }, []],
  ['is booked in a school that has the button', { ...openAt(-1), ...inSchool }, ['startExam']],
  [
    'is booked in a school without the button',
    { ...openAt(-1), ...inSchool, schoolHasOnlineSessions: false },
    [],
  ],
  ['is shipped', { ...openAt(-1), ...inSchool, sessionType: '23' }, ['startExam']],
  [
    'is booked with a proctor',
    { ...withProctor, status: 'scheduled' },
    ['schedule', 'cancelSession', 'cancel', 'startExam'],
  ],
  ['was let in', { ...withProctor, status: 'online_access' }, ['cancel', 'startExam']],
  ['runs', { ...withProctor, status: 'online_started', onlineExamStarted: now }, ['startExam']],
  [
    'was opened again, with the proctor',
    { ...withProctor, status: 'online_access', onlineExamStarted: now },
    ['startExam'],
  ],
  [
    'was opened again, in the room',
    {
      ...openAt(-90),
      ...inSchool,
      status: 'online_access',
      onlineExamStarted: now,
      onlineExamTakenOverride: true,
    },
    ['startExam'],
  ],
  ['was taken', { status: 'taken', takenOn: '2026-03-01' }, []],
  [
    'had something handed in',
    { vendorId: 3, hasAssignments: true, assignmentsStarted: now },
    ['schedule', 'upload'],
  ],
])('a student may do with an exam that %s', (_state, more, allowed) => {
  const row = { ...sampleRow(now), ...more };
  const offered = actionsOf(row, student, now).filter((one) => one.allowed);
  expect(offered.map(({ name }) => name)).toEqual(allowed);
});

test('an exam in a room says from when it can be started', () => {
  const row = { ...sampleRow(now), ...openAt(2), ...inSchool };
  const [start] = actionsOf(row, student, now).filter(({ name }) => name === 'startExam');
  expect(start).toMatchObject({
    code: 'session_not_open',
    reason: 'The exam can be started only between the start and the last date of the session.',
    allowedFrom: row.sessionStartsAt,
  });
});

test('positive control: rules of another caller give wrong actions', () => {
  const differs = fc.check(
    fc.property(someRow, (row) => {
      const offered = actionsOf(row, student, now).find(({ name }) => name === 'cancel');
      const refused = guards.cancel?.refusal(row, staff('ROLE_TECH_SUPPORT'), now);
      expect(offered?.allowed ?? false).toBe(refused === null);
    }),
    runs,
  );
  expect(differs.failed).toBe(true);
});
