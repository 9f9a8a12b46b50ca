import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { conflict, type DomainError } from '@portal/kit/errors';
import { money } from '@portal/kit/money';
import { studyMembers } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import type { TtiProgram, TtiStudent } from '../../partners/tti.ts';
import { paymentsOf } from '../records/store.ts';
import {
  type Due,
  dueOf,
  isTestStudent,
  type Paying,
  type Sums,
  sumsOf,
} from '../records/study-amounts.ts';
import { askStudent, checkWoodmont, interestIn } from './ask-tti.ts';

export interface StudyEligibility {
  student: TtiStudent;
  program: TtiProgram;
  /** On record here as this student of TTI. */
  studentId: number | null;
  /** Another account here has the student's email address. */
  emailInUse: boolean;
}

/**
 * Returns the student's data at TTI and here. Refuses with no_student, no_interest, not_woodmont
 * and partner_failed.
 */
export async function askStudentEligibility(
  call: Call,
  ttiStudentId: string,
  programId: number,
  orLeft = false,
): Promise<StudyEligibility> {
  const student = await askStudent(ttiStudentId);
  const program = interestIn(student, programId, orLeft);
  const email = student.email ?? undefined;
  const member = await studyMembers.findStudyMember(
    { ttiStudentId, email },
    { actor: call.actor, requestId: call.requestId, origin: call.origin },
  );
  if (!orLeft) checkWoodmont(program, member.collegeId ?? student.collegeId ?? null);
  return { student, program, studentId: member.studentId ?? null, emailInUse: member.emailInUse };
}

/** Returns the payments for the programme, and the sum due now. */
export async function findDue(
  sql: Sql,
  { student, program }: Pick<StudyEligibility, 'student' | 'program'>,
  paying: Paying,
): Promise<Sums & Due> {
  const ours = await paymentsOf(sql, student.studentId, program.programId);
  const listed = student.payments.filter((one) => one.programId === program.programId);
  const sums = sumsOf(listed, ours);
  return { ...sums, ...dueOf(program, sums, paying, isTestStudent(student.first)) };
}

/** The sentence of R-310. */
export const alreadyPaid = (paidCents: number): string =>
  `Student already paid ${money(paidCents)} for seminary study.`;

/**
 * Checks that something is due and that it is what the person agreed to. Refuses with already_paid
 * (nothing_due for a rest) and amount_changed.
 */
export function checkDue(
  { amountCents, paidCents }: Sums & Due,
  agreedCents: number | null,
  paying: Paying,
): void {
  if (amountCents === 0)
    throw conflict(paying === 'rest' ? 'nothing_due' : 'already_paid', alreadyPaid(paidCents));
  if (agreedCents !== null && agreedCents !== amountCents) throw amountChanged(amountCents);
}

const amountChanged = (expected: number): DomainError =>
  domainError('amount_changed', AMOUNT_CHANGED, { expected });
const AMOUNT_CHANGED = 'The amount has changed. Please check it and try again.';
