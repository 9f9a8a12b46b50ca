import type { LiveTopic } from '@portal/contract/live';

type Topics = readonly LiveTopic[];

const row: Topics = ['exams', 'sessions'];
const waiting: Topics = ['waiting', 'sessions'];
const money: Topics = ['credits', 'exams'];

/** Events that change the waiting students of a session, or their order (O-09). */
const ofLines: readonly string[] = [
  'registration.waiting_joined',
  'registration.waiting_offered',
  'registration.waiting_offer_withdrawn',
  'registration.waiting_moved',
  'registration.waiting_accepted',
  'registration.waiting_ended',
];

/** Events about one student, and the topics that they change on the student's pages. */
const ofStudent: Readonly<Record<string, Topics>> = {
  'registration.created': ['exams', 'sessions', 'credits'],
  'registration.cancelled': ['exams', 'sessions', 'credits'],
  'registration.session_booked': row,
  'registration.session_cancelled': row,
  'registration.sitting_moved': row,
  'registration.changed_to_online': row,
  ...Object.fromEntries(ofLines.map((name) => [name, waiting])),
  'registration.assignment_uploaded': ['exams'],
  'registration.proctor_booked': row,
  'registration.access_granted': row,
  'registration.exam_started': row,
  'registration.exam_resumed': row,
  'registration.disconnected': row,
  'registration.exam_taken': row,
  'registration.exam_disqualified': row,
  'registration.exam_graded': row,
  'registration.reopened': row,
  'registration.access_cleared': row,
  'registration.completed_cleared': row,
  'registration.changed_to_course': row,
  'registration.program_started': row,
  'registration.program_completed': row,
  'payments.credits_purchased': money,
  'payments.package_purchased': money,
  'payments.package_assigned': money,
  'payments.package_taken_back': money,
  'payments.charge_refunded': money,
  'payments.refund_failed': ['exams'],
  'payments.fees_paid': row,
  'payments.card_saved': ['cards'],
  'payments.card_removed': ['cards'],
  'payments.default_card_chosen': ['cards'],
  'seminary.redeemed': ['exams', 'credits'],
  'identity.student_file_changed': ['file'],
  'identity.student_changed': ['profile', 'exams', 'credits'],
};

/** Events about what is on offer: every student's list shows it. */
const ofEverybody: Readonly<Record<string, Topics>> = {
  'catalog.exam_changed': ['exams'],
  'catalog.materials_updated': ['exams'],
  'catalog.packages_changed': ['credits'],
  'catalog.prices_changed': ['credits', 'exams'],
};

/** Events that change a session as the office planned it: the calendar shows that (O-02). */
const ofPlan: readonly string[] = [
  'registration.session_added',
  'registration.session_changed',
  'registration.session_moved',
  'registration.session_called_off',
  'registration.session_opened',
  'registration.session_closed',
  'registration.session_deleted',
];

/** Events that change the students of a session, or their remarks: its day shows that (O-03). */
const ofSessions: readonly string[] = [
  ...ofPlan,
  ...ofLines,
  'registration.session_booked',
  'registration.session_cancelled',
  'registration.cancelled',
  'registration.changed_to_online',
  'registration.sitting_moved',
  'registration.attendance_changed',
  'registration.session_student_changed',
  'registration.seat_freed',
];

/** Events that change what the office sees of the catalogue (O-05, R-561). */
const ofCatalogue: readonly string[] = [
  'catalog.exam_changed',
  'catalog.materials_updated',
  'catalog.packages_changed',
  'catalog.prices_changed',
  'catalog.locations_changed',
  'catalog.office_lists_changed',
];

/** The events that are followed, by the service whose they are. */
export const followed: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(
    Object.groupBy(
      [
        ...new Set([
          ...Object.keys(ofStudent),
          ...Object.keys(ofEverybody),
          ...ofSessions,
          ...ofCatalogue,
        ]),
      ],
      (subject) => subject.split('.')[0] as string,
    ),
  ).map(([service, subjects = []]) => [service, subjects]),
);

/**
 * Returns whom an event concerns and the topics that it changes for them; null if it concerns no
 * open page. Reads nothing but the student's id.
 */
export function noticeOf(
  subject: string,
  data: unknown,
): { student: number | 'everybody'; topics: Topics } | null {
  const shared = ofEverybody[subject];
  if (shared) return { student: 'everybody', topics: shared };
  const topics = ofStudent[subject];
  const student = (data as { studentId?: unknown } | null)?.studentId;
  return topics && Number.isSafeInteger(student) && (student as number) > 0
    ? { student: student as number, topics }
    : null;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** The sessions whose day is another one after an event. Reads nothing but their ids. */
export function daysOf(subject: string, data: unknown): number[] {
  if (!ofSessions.includes(subject)) return [];
  const { sessionId, previousSessionId } = (data ?? {}) as Record<string, unknown>;
  return [sessionId, previousSessionId].filter(isId);
}

/**
 * Returns the topics of the calendar and the waiting lists of all sessions that an event changes.
 * Bookings change none: in a rush of them each open calendar would reload all the time. O-02, O-09
 */
export function calendarTopicsOf(subject: string): Topics {
  if (ofPlan.includes(subject)) return ['calendar'];
  return ofLines.includes(subject) ? ['waiting'] : [];
}

/** Whether the catalogue, as the office keeps it, is another one after an event. R-561 */
export const changesCatalogue = (subject: string): boolean => ofCatalogue.includes(subject);
