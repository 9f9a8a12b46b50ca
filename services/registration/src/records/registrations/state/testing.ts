import { DomainError } from '@portal/kit/errors';
import type { Change } from './registration-change.ts';
import type { RegistrationRow } from './registration-row.ts';
import { sampleRow } from './sample-row.ts';

/** The moment at which events of these tests happen. */
export const NOW = new Date('2026-03-02T15:00:00Z');
/** Hours from then. */
export const at = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);

const row = (more: Partial<RegistrationRow>): RegistrationRow => ({
  ...sampleRow(at(-480)),
  ...more,
});
const inSession = (sessionType: '21' | '22' | '23' | '99') =>
  ({ status: 'scheduled', sessionId: 7, sessionType, calendarSequence: 1 }) as const;
const atProctor = { ...inSession('99'), proctorUuid: 'uuid-1' } as const;
const letIn = { ...atProctor, status: 'online_access', onlineAccess: true } as const;
const begun = {
  ...letIn,
  status: 'online_started',
  onlineExamStarted: at(-2),
  onlineExamRedirect: at(-2),
  resumeUntil: at(22),
} as const;
const course = { programContentCode: 'P-1', vendorId: 3 } as const;
const courseDone = {
  ...course,
  onlineProgramStarted: at(-400),
  onlineProgramCompleted: at(-100),
} as const;

/** One registration in each state, and where it matters in each kind of a state. */
export const STATES = {
  pending: row({ status: 'pending' }),
  'pending in a school session': row({ ...inSession('22'), status: 'pending' }),
  dropped: row({ status: 'dropped' }),
  registered: row({}),
  'registered, with a course': row(course),
  'scheduled at a location': row({ ...inSession('21'), branchId: 13, sessionMinutes: 90 }),
  'scheduled at a school': row(inSession('22')),
  'scheduled, shipped': row(inSession('23')),
  'scheduled at the proctor': row(atProctor),
  'scheduled after a course': row({ ...inSession('21'), ...courseDone }),
  online_access: row(letIn),
  'online_access at a school': row({ ...letIn, sessionType: '22', proctorUuid: null }),
  course_started: row({ ...course, status: 'course_started', onlineProgramStarted: at(-400) }),
  course_completed: row({ ...courseDone, status: 'course_completed' }),
  online_started: row(begun),
  disconnected: row({ ...begun, status: 'disconnected' }),
  'taken online': row({
    ...begun,
    status: 'taken',
    onlineAccess: false,
    onlineExamCompleted: at(-1),
    takenOn: '2026-03-02',
  }),
  'taken on paper': row({
    ...inSession('21'),
    status: 'taken',
    takenOn: '2026-03-01',
    arrivedBack: '2026-03-02',
    batchId: 4,
  }),
  'taken, its grade waiting': row({
    ...begun,
    ...courseDone,
    status: 'taken',
    onlineAccess: false,
    onlineExamCompleted: at(-1),
    takenOn: '2026-03-02',
    hasAssignments: true,
    heldGrade: '88',
    heldGradeComment: 'Pass',
  }),
  graded: row({
    ...inSession('21'),
    status: 'graded',
    takenOn: '2026-02-20',
    arrivedBack: '2026-02-22',
    batchId: 4,
    grade: '91',
    gradeComment: 'Pass',
  }),
  cancelled: row({ status: 'cancelled' }),
} satisfies Record<string, RegistrationRow>;
export type StateName = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as StateName[];

/** Returns the outcome of an event: a status, `stays`, or the code of its refusal. */
export const outcomeOf = (outcome: Change | DomainError): string =>
  outcome instanceof DomainError ? outcome.code : (outcome.status ?? 'stays');

/** For each event the outcomes, each with the states in which it is the outcome. */
export type Expected = Readonly<Record<string, Readonly<Record<string, readonly StateName[]>>>>;

/** Every state with every event, as [event, state, outcome]. */
export const productOf = (expected: Expected): [string, StateName, string][] =>
  Object.entries(expected).flatMap(([event, outcomes]) =>
    Object.entries(outcomes).flatMap(([outcome, states]) =>
      states.map((state): [string, StateName, string] => [event, state, outcome]),
    ),
  );

/** States that an event is not tried in, or twice: none, where the table is whole. */
export const missingOrTwice = (expected: Expected): string[] =>
  Object.entries(expected).flatMap(([event, outcomes]) => {
    const named = Object.values(outcomes).flat();
    return STATE_NAMES.filter((state) => named.filter((one) => one === state).length !== 1).map(
      (state) => `${event}: ${state}`,
    );
  });
