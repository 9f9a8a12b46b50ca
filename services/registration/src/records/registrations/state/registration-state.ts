/** States of a registration, by the names that the wire has for them; two are never shown. */
export type RegistrationStatus =
  | 'pending'
  | 'dropped'
  | 'registered'
  | 'scheduled'
  | 'online_access'
  | 'course_started'
  | 'course_completed'
  | 'online_started'
  | 'disconnected'
  | 'taken'
  | 'graded'
  | 'cancelled';

/** A registration in one of these does not hold its exam any more. */
export const endedStates: readonly RegistrationStatus[] = [
  'dropped',
  'cancelled',
  'taken',
  'graded',
];

/**
 * Whether a registration still holds its exam: neither over nor given up. A pending one does.
 *
 */
export const isOpen = (status: RegistrationStatus): boolean => !endedStates.includes(status);

/** How far the exam of a registration has come. */
export interface ExamProgress {
  status: RegistrationStatus;
  batchId: number | null;
  arrivedBack: string | null;
  onlineExamStarted: Date | null;
}

/**
 * Whether the exam was begun online (also when it was reopened since), submitted, graded, sent to a
 * vendor or returned on paper: too late to cancel it. R-216.
 */
export function isExamStarted(registration: ExamProgress): boolean {
  const { status, batchId, arrivedBack, onlineExamStarted } = registration;
  const isBegun =
    ['online_started', 'disconnected', 'taken', 'graded'].includes(status) ||
    onlineExamStarted !== null;
  return isBegun || batchId !== null || arrivedBack !== null;
}

/** Whether the course of a registration was begun, which is final. R-203. */
export function isCourseStarted(registration: {
  status: RegistrationStatus;
  onlineProgramStarted: Date | null;
}): boolean {
  return (
    ['course_started', 'course_completed'].includes(registration.status) ||
    registration.onlineProgramStarted !== null
  );
}

/** Returns the state of a registration after its session was left. */
export const stateWithoutSession = (registration: {
  onlineProgramCompleted: Date | null;
}): 'course_completed' | 'registered' =>
  registration.onlineProgramCompleted === null ? 'registered' : 'course_completed';
