import type { RegistrationRow } from '../../../records/registrations/state/registration-row.ts';

/** A grade from a vendor or the office. */
export interface Grade {
  /** The score; null: none was given. */
  grade: string | null;
  /** Pass, Fail or Disqualified, or words that hold one of them. */
  comment: string;
}

const COOPERSMITH = 3;

/** Whether a grade waits because assignments of the course are still to be handed in. R-206. */
export const waitsForAssignments = ({
  vendorId,
  hasAssignments,
  assignmentsCompleted,
}: Pick<RegistrationRow, 'vendorId' | 'hasAssignments' | 'assignmentsCompleted'>): boolean =>
  vendorId === COOPERSMITH && hasAssignments === true && !assignmentsCompleted;

/** Whether two grades say the same. */
export const isSameGrade = (a: Grade, b: Grade): boolean =>
  (a.grade ?? '') === (b.grade ?? '') &&
  a.comment.trim().toLowerCase() === b.comment.trim().toLowerCase();
