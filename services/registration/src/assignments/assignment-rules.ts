import { conflict, type DomainError, forbidden, notFound } from '@portal/kit/errors';
import { additionalFeeOwed } from '../registrations/additional-fee.ts';
import { courseDeadline } from '../registrations/course-time.ts';
import { additionalFeeOf } from '../registrations/registration-row.ts';
import { type CourseRow, hasAssignments } from './assignment-row.ts';
import type { KnownAssignment } from './store.ts';

export const noAssignments = () => conflict('no_assignments', 'This exam has no assignments.');
export const staffCannotUpload = () => forbidden('staff_cannot_upload', 'Only the student can upload assignments.');
const assignmentNotFound = () => notFound('assignment_not_found', 'This assignment was not found.');

/** Why nothing can be handed in for a registration, or null; money last.. */
export function uploadRefusal(row: CourseRow, now: Date): DomainError | null {
  if (!hasAssignments(row)) return assignmentNotFound();
  if (row.isOldSystem) return forbidden('office_only', 'Please call the office about this exam.');
  const deadline = courseDeadline(row);
  if (deadline !== null && deadline <= now) return conflict('course_time_over', 'The assignments had to be handed in within 6 months.');
  const expected = additionalFeeOwed(additionalFeeOf(row));
  return expected > 0 ? conflict('fees_due', 'Please pay the fees first.', { expected }) : null;
}

/** Why a file cannot be handed in for this assignment, or null. R-209. */
export function replaceRefusal(assignment: KnownAssignment | undefined): DomainError | null {
  if (assignment === undefined) return assignmentNotFound();
  return assignment.isGraded ? conflict('assignment_graded', 'This assignment is graded and cannot be replaced.') : null;
}
