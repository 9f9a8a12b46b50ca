import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { studyPayments } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { askStudent, noPayments } from '../eligibility/ask-tti.ts';
import { alreadyPaid, findDue } from '../eligibility/find-due.ts';
import { payStudy, type StudyPaid } from './pay-study.ts';

export interface PayRest {
  ttiStudentId: string;
  /** Null: the only one that is open. */
  programId: number | null;
  agreedCents: number | null;
  saidBy: string | null;
}

/**
 * Charges what is still due with the current method, at the account where that is kept (C-A71).
 * Refuses with no_payments, nothing_due, no_payment_method, invalid (several programmes are open
 * and none is named) and as every payment does.
 */
export async function payRest(
  call: Call,
  { ttiStudentId, programId, agreedCents, saidBy }: PayRest,
): Promise<StudyPaid> {
  const program = programId ?? (await openProgram(call, ttiStudentId));
  const { method } = await studyPayments.getStudyMethod(
    { ttiStudentId },
    { actor: call.actor, requestId: call.requestId, origin: call.origin },
  );
  return payStudy(call, {
    ttiStudentId,
    programId: program,
    account: method?.account ?? 'TTI',
    agreedCents,
    paying: 'rest',
    method: null,
    saidBy,
  });
}

async function openProgram({ db }: Call, ttiStudentId: string): Promise<number> {
  const student = await askStudent(ttiStudentId);
  const open: number[] = [];
  let paidCents = 0;
  for (const program of student.programs.filter((one) => one.active)) {
    const due = await findDue(db, { student, program }, 'rest');
    paidCents += due.paidCents;
    if (due.paidCents > 0 && due.amountCents > 0) open.push(program.programId);
  }
  const [only, ...others] = open;
  if (only === undefined)
    throw paidCents > 0 ? domainError('nothing_due', alreadyPaid(paidCents)) : noPayments();
  if (others.length > 0) throw invalid({ path: 'programId', message: 'Please choose a program.' });
  return only;
}
