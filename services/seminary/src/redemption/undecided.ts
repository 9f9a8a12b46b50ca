import { conflict } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { studentNotFound } from '../students/find-students.ts';
import type { Deciding } from './store.ts';

/**
 * The student, whose exams are neither redeemed, discarded nor being redeemed. Refuses with
 * seminary_student_not_found, already_redeemed or request_in_progress.
 */
export function requireUndecided(student: Deciding | undefined): Deciding {
  if (!student) throw studentNotFound();
  if (student.redeemedExams !== null) throw domainError('already_redeemed');
  if (student.redeeming !== null)
    throw conflict('request_in_progress', 'This request is still being worked on.', {
      retryAfter: 2,
    });
  return student;
}
