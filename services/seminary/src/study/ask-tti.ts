import { type DomainError, notFound, partnerFailed, unprocessable } from '@portal/kit/errors';
import { PartnerRefusal, PartnerTrouble } from '../partners/ask-partner.ts';
import { findStudent, type TtiProgram, type TtiStudent } from '../partners/tti.ts';

const noStudent = (): DomainError => notFound('no_student', 'No student found');
const noInterest = (): DomainError => notFound('no_interest', 'Seminary study program interest not found');
export const noPayments = (): DomainError => notFound('no_payments', 'No payments found for student.');
const WOODMONT_COLLEGE = 269;

/** The student with her programmes and payments as TTI has them now. Refuses with no_student and partner_failed. */
export async function askStudent(ttiStudentId: string): Promise<TtiStudent> {
  try {
    return await findStudent(ttiStudentId);
  } catch (error) {
    if (error instanceof PartnerRefusal) throw noStudent();
    if (error instanceof PartnerTrouble)
      throw partnerFailed('partner_failed', 'TTI cannot be reached at the moment. Please try again later.');
    throw error;
  }
}

/** Her interest in a programme; one that she has left counts only for a refund. Refuses with no_interest. */
export function interestIn(student: TtiStudent, programId: number, orLeft = false): TtiProgram {
  const interests = student.programs.filter((program) => program.programId === programId);
  const found = interests.findLast((program) => program.active) ?? (orLeft ? interests.at(-1) : undefined);
  if (!found) throw noInterest();
  return found;
}

/** Some programmes are for students of one college: the one on our record, or else the one that TTI knows. Refuses with not_woodmont. */
export function checkWoodmont(program: TtiProgram, collegeId: number | null): void {
  if (program.woodmontOnly && collegeId !== WOODMONT_COLLEGE) throw unprocessable('not_woodmont', 'This is not a Woodmont student');
}
