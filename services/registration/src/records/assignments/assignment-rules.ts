import { type Actor, isStaff } from '@portal/kit/auth/actor';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import { additionalFeeOwed } from '../fees/additional-fee.ts';
import { courseDeadline } from '../registrations/state/course-time.ts';
import { additionalFeeOf, type RegistrationRow } from '../registrations/state/registration-row.ts';
import { hasAssignments } from './assignment-row.ts';
import type { KnownAssignment } from './store.ts';

export const noAssignments = () => domainError('no_assignments');
export const staffCannotUpload = () => domainError('staff_cannot_upload');
/** Why this person can hand nothing in, or null. */
export const uploaderRefusal = (actor: Actor): DomainError | null =>
  isStaff(actor) ? staffCannotUpload() : null;
const assignmentNotFound = () => domainError('assignment_not_found');

/**
 * Why nothing can be handed in for a registration, or null; money last..
 */
export function uploadRefusal(row: RegistrationRow, now: Date): DomainError | null {
  if (!hasAssignments(row)) return assignmentNotFound();
  if (row.isOldSystem) return domainError('office_only', 'Please call the office about this exam.');
  const deadline = courseDeadline(row);
  if (deadline !== null && deadline <= now)
    return domainError('course_time_over', 'The assignments had to be handed in within 6 months.');
  const expected = additionalFeeOwed(additionalFeeOf(row));
  return expected > 0 ? domainError('fees_due', { expected }) : null;
}

/** Why a file cannot be handed in for this assignment, or null. R-209. */
export function replaceRefusal(assignment: KnownAssignment | undefined): DomainError | null {
  if (assignment === undefined) return assignmentNotFound();
  return assignment.isGraded ? domainError('assignment_graded') : null;
}
