import { dayInNewYork, plusSeconds } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../../errors.ts';
import type { SessionType } from '../../../records/fees/proctor-fee.ts';
import { resultOf } from '../../../records/registrations/state/grade-result.ts';
import type { Change } from '../../../records/registrations/state/registration-change.ts';
import {
  alreadyRegistered,
  registrationNotFound,
} from '../../../records/registrations/state/registration-rules.ts';
import {
  isCourseStarted,
  type RegistrationStatus,
} from '../../../records/registrations/state/registration-state.ts';

/** A begun exam may be resumed for so long.. */
const RESUME_SECONDS = 24 * 3600;

/** The events of an exam that is sat online. T-20, T-22 to T-25, T-40 to T-43, T-51, T-52. */
export type SittingEvent =
  | { type: 'proctor_booked'; sessionId: number; proctorUuid: string }
  /** The booking goes on under another id of the proctoring service. */
  | { type: 'booking_renewed'; proctorUuid: string }
  /** The student has chosen a time on the pages of the proctoring service. R-172 */
  | { type: 'time_reserved' }
  /** The start-online button of a school or shipped session. */
  | { type: 'opened_in_room' }
  /** The proctor let the student in, at that moment. */
  | { type: 'let_in'; at: Date }
  /** The holder of the start link goes to the exam: the first time, and to resume it. */
  | { type: 'started' }
  | { type: 'disconnected'; at: Date }
  | { type: 'completed'; at: Date }
  /** The 24 hours of a begun exam are over. */
  | { type: 'time_over' }
  | { type: 'access_cleared'; byTechSupport: boolean }
  /** `hasOtherOpen`: another registration of this exam is open, which leaves no room for this. */
  | { type: 'reopened'; hasOtherOpen: boolean }
  | { type: 'completed_cleared'; hasOtherOpen: boolean };

/** The fields of a registration that the events of its sitting read. */
export interface SittingFacts {
  status: RegistrationStatus;
  sessionId: number | null;
  sessionType: SessionType | null;
  calendarSequence: number;
  proctorUuid: string | null;
  onlineAccess: boolean;
  onlineExamStarted: Date | null;
  onlineExamCompleted: Date | null;
  onlineExamRedirect: Date | null;
  resumeUntil: Date | null;
  reopenedAt: Date | null;
  accessClearedAt: Date | null;
  onlineProgramStarted: Date | null;
  onlineProgramCompleted: Date | null;
  programContentCode: string | null;
  batchId: number | null;
  gradeComment: string | null;
  heldGradeComment: string | null;
}

const examCompleted = () => domainError('exam_completed');
const noAccess = () => domainError('no_online_access', 'The proctor has not let you in yet.');
const notStarted = () => domainError('exam_not_started');
const graceOver = () => domainError('grace_period_over');
const isGraded = () => domainError('exam_graded');

type Status = Pick<SittingFacts, 'status'>;
export const isOver = ({ status }: Status): boolean => status === 'taken' || status === 'graded';
export const isBegun = ({ status }: Status): boolean =>
  status === 'online_started' || status === 'disconnected';
export const isInRoom = ({ sessionType }: Pick<SittingFacts, 'sessionType'>): boolean =>
  sessionType === '22' || sessionType === '23';
/**
 * Whether the sitting at the proctoring service is booked and not over: another press of the button
 * only returns a link.
 */
export const hasProctor = (
  row: Pick<SittingFacts, 'status' | 'sessionType' | 'proctorUuid'>,
): boolean => row.sessionType === '99' && row.proctorUuid !== null && !isOver(row);

const isGone = ({ status }: Status) =>
  status === 'pending' || status === 'dropped' || status === 'cancelled';
/** It is about the sitting before the exam was opened again. */
const isOld = (at: Date, { reopenedAt }: Pick<SittingFacts, 'reopenedAt'>) =>
  reopenedAt !== null && at <= reopenedAt;
const isDecided = (row: Pick<SittingFacts, 'status' | 'batchId' | 'heldGradeComment'>): boolean =>
  row.status === 'graded' || row.batchId !== null || row.heldGradeComment !== null;
const isTimeOver = ({ resumeUntil }: Pick<SittingFacts, 'resumeUntil'>, now: Date) =>
  resumeUntil !== null && resumeUntil <= now;

type Facts<Keys extends keyof SittingFacts> = Pick<SittingFacts, 'status' | Keys>;

/** Why an event is refused by the state of a sitting, or null. R-126. */
export const sittingRefusals = {
  proctor_booked(
    row: Facts<
      'sessionId' | 'programContentCode' | 'onlineProgramStarted' | 'onlineProgramCompleted'
    >,
  ): DomainError | null {
    if (isGone(row)) return registrationNotFound();
    if (isOver(row)) return examCompleted();
    if (row.sessionId !== null)
      return domainError('session_booked', 'Please cancel your session first.');
    const hasCourse = row.programContentCode !== null || isCourseStarted(row);
    return hasCourse && row.onlineProgramCompleted === null
      ? domainError('course_not_completed', 'The course must be completed before the exam.')
      : null;
  },

  booking_renewed: (row: Facts<'sessionType' | 'proctorUuid'>) =>
    hasProctor(row) ? null : domainError('no_proctor_booking'),

  time_reserved: ({ proctorUuid }: Facts<'proctorUuid'>) =>
    proctorUuid === null ? domainError('no_proctor_booking') : null,

  /** An exam with access, or one already begun, gets a new link and does not change. */
  opened_in_room(row: Facts<'sessionId' | 'sessionType'>): DomainError | null {
    if (isOver(row)) return examCompleted();
    const isThere = row.status === 'scheduled' || row.status === 'online_access' || isBegun(row);
    return isThere && isInRoom(row) && row.sessionId !== null
      ? null
      : domainError('session_not_open');
  },

  /** After the office revoked the access only a later notice restores it. */
  let_in(
    row: Facts<'sessionType' | 'reopenedAt' | 'accessClearedAt'>,
    { at }: { at: Date },
  ): DomainError | null {
    const isCleared = row.accessClearedAt !== null && at <= row.accessClearedAt;
    return row.status === 'scheduled' && row.sessionType === '99' && !isCleared && !isOld(at, row)
      ? null
      : noAccess();
  },

  started(
    row: Facts<'gradeComment' | 'resumeUntil' | 'onlineExamCompleted' | 'onlineAccess'>,
    _event: unknown,
    now: Date,
  ): DomainError | null {
    if (row.status === 'graded')
      return resultOf(row.gradeComment ?? '') === 'Disqualified'
        ? domainError('exam_disqualified')
        : examCompleted();
    if (row.status === 'taken')
      return isTimeOver(row, now) && row.onlineExamCompleted === null
        ? graceOver()
        : examCompleted();
    if (isBegun(row) && isTimeOver(row, now)) return graceOver();
    return (isBegun(row) || row.status === 'online_access') && row.onlineAccess ? null : noAccess();
  },

  /** Not one that was on its way while the student went on already. */
  disconnected(
    row: Facts<'onlineExamRedirect' | 'reopenedAt'>,
    { at }: { at: Date },
  ): DomainError | null {
    const isPassed = row.onlineExamRedirect !== null && at < row.onlineExamRedirect;
    return row.status === 'online_started' && !isPassed && !isOld(at, row) ? null : notStarted();
  },

  completed: (row: Facts<'reopenedAt'>, { at }: { at: Date }) =>
    isBegun(row) && !isOld(at, row) ? null : notStarted(),

  time_over: (row: Facts<'resumeUntil'>, _event: unknown, now: Date) =>
    isBegun(row) && isTimeOver(row, now) ? null : notStarted(),

  /** Tech support always, a super admin while nothing has begun. R-140. */
  access_cleared(
    row: Facts<'onlineAccess' | 'onlineExamStarted' | 'onlineProgramStarted' | 'batchId'>,
    { byTechSupport }: { byTechSupport: boolean },
  ): DomainError | null {
    if (!row.onlineAccess)
      return domainError('no_online_access', 'There is no online access to clear.');
    const isInUse =
      row.onlineExamStarted !== null || row.onlineProgramStarted !== null || row.batchId !== null;
    return isInUse && !byTechSupport ? domainError('online_access_in_use') : null;
  },

  /** */
  reopened(
    row: Facts<'batchId' | 'heldGradeComment' | 'onlineExamStarted'>,
    { hasOtherOpen }: { hasOtherOpen: boolean },
  ): DomainError | null {
    if (isDecided(row)) return isGraded();
    if ((!isBegun(row) && row.status !== 'taken') || row.onlineExamStarted === null)
      return notStarted();
    return hasOtherOpen ? alreadyRegistered() : null;
  },

  /** */
  completed_cleared(
    row: Facts<'batchId' | 'heldGradeComment' | 'onlineExamCompleted'>,
    { hasOtherOpen }: { hasOtherOpen: boolean },
  ): DomainError | null {
    if (isDecided(row)) return isGraded();
    if (row.status !== 'taken' || row.onlineExamCompleted === null)
      return domainError('exam_not_completed');
    return hasOtherOpen ? alreadyRegistered() : null;
  },
} satisfies Record<
  SittingEvent['type'],
  (row: SittingFacts, event: never, now: Date) => DomainError | null
>;

const refusalFor = (row: SittingFacts, event: SittingEvent, now: Date): DomainError | null =>
  (
    sittingRefusals[event.type] as (
      row: SittingFacts,
      event: SittingEvent,
      now: Date,
    ) => DomainError | null
  )(row, event, now);

/**
 * Applies one event to an online sitting: returns the changes, or why it is refused. The caller has
 * checked the actor, the session and the due fees; a refused event changes nothing.
 */
export function changeSitting(
  row: SittingFacts,
  event: SittingEvent,
  now: Date,
): Change | DomainError {
  const refusal = refusalFor(row, event, now);
  if (refusal) return refusal;
  const granted = { status: 'online_access', onlineAccess: true, accessClearedAt: null } as const;
  const over = { status: 'taken', onlineAccess: false, takenOn: dayInNewYork(now) } as const;
  const reopenedFields = { onlineExamCompleted: null, takenOn: null, reopenedAt: now } as const;
  switch (event.type) {
    case 'proctor_booked':
      // a booking clears the traces of a cancellation by staff
      return {
        status: 'scheduled',
        sessionId: event.sessionId,
        sessionType: '99',
        branchId: null,
        sessionMinutes: 0,
        calendarSequence: row.calendarSequence + 1,
        proctorUuid: event.proctorUuid,
        proctorReserved: false,
        onlineAccess: false,
        accessClearedAt: null,
        adminCancelSessionId: null,
        adminCancelSessionDate: null,
        adminCancelSessionReasonCode: null,
      };
    case 'booking_renewed':
      return { proctorUuid: event.proctorUuid };
    case 'time_reserved':
      return { proctorReserved: true };
    case 'opened_in_room':
      return row.status === 'scheduled' ? granted : {};
    case 'let_in':
      return granted;
    case 'started':
      return isBegun(row)
        ? { status: 'online_started', onlineExamRedirect: now }
        : {
            status: 'online_started',
            onlineExamStarted: now,
            onlineExamRedirect: now,
            resumeUntil: plusSeconds(now, RESUME_SECONDS),
            onlineExamCompleted: null,
            onlineExamTakenOverride: false,
          };
    case 'disconnected':
      return { status: 'disconnected' };
    case 'completed':
      return { ...over, onlineExamCompleted: now };
    case 'time_over':
      return { ...over, onlineExamCompleted: null };
    case 'access_cleared':
      // a begun exam keeps its session
      return {
        onlineAccess: false,
        accessClearedAt: now,
        ...(row.status === 'online_access' && { status: 'scheduled' as const }),
      };
    case 'reopened':
      return { ...granted, ...reopenedFields, onlineExamTakenOverride: true, resumeUntil: null };
    case 'completed_cleared':
      return {
        ...reopenedFields,
        status: 'disconnected',
        onlineAccess: true,
        accessClearedAt: null,
        resumeUntil: plusSeconds(now, RESUME_SECONDS),
      };
  }
}
