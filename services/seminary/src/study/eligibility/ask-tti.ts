import type { DomainError } from '@portal/kit/errors';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { domainError } from '../../errors.ts';
import { findStudent, type TtiProgram, type TtiStudent } from '../../partners/tti.ts';

const noStudent = (): DomainError => domainError('no_student');
const noInterest = (): DomainError => domainError('no_interest');
export const noPayments = (): DomainError => domainError('no_payments');
const WOODMONT_COLLEGE = 269;

/**
 * Returns the student with their current programmes and payments at TTI. Refuses with no_student
 * and partner_failed.
 */
export async function askStudent(ttiStudentId: string): Promise<TtiStudent> {
  try {
    return await findStudent(ttiStudentId);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    // it says no by a code of its own; anything else is a failure
    throw error.code === undefined ? domainError('partner_failed') : noStudent();
  }
}

/**
 * Returns the student's interest in a programme; one that the student has left counts only for a
 * refund. Refuses with no_interest.
 */
export function interestIn(student: TtiStudent, programId: number, orLeft = false): TtiProgram {
  const interests = student.programs.filter((program) => program.programId === programId);
  const found =
    interests.findLast((program) => program.active) ?? (orLeft ? interests.at(-1) : undefined);
  if (!found) throw noInterest();
  return found;
}

/**
 * Some programmes are for students of one college: the one on our record, or else the one that TTI
 * knows. Refuses with not_woodmont.
 */
export function checkWoodmont(program: TtiProgram, collegeId: number | null): void {
  if (program.woodmontOnly && collegeId !== WOODMONT_COLLEGE) throw domainError('not_woodmont');
}
