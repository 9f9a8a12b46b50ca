import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import type { DomainError } from '@portal/kit/errors';
import { Created } from '@portal/proto/registration/v1/events';
import { domainError } from '../../errors.ts';
import { ProjectionMissing, withProjections } from '../../projections/with-projections.ts';
import { reloadView } from '../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { isBarred } from '../../records/registrations/state/bars.ts';
import {
  alreadyRegistered,
  examNotFound,
  registrationDenied,
} from '../../records/registrations/state/registration-rules.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import {
  activateRetake,
  type EligibilityRow,
  insertPending,
  readEligibilityFacts,
} from './store.ts';

export interface ApprovedRetake {
  examId: number;
}
export interface MadeRetake {
  registration: Registration | undefined;
}

const noTakenExam = () => domainError('no_taken_exam');

/** Why the vendor's approval opens no retake, or null. R-148. */
function retakeRefusal(
  {
    isActive,
    buyingBarredUntil,
    tries,
  }: Pick<EligibilityRow, 'isActive' | 'buyingBarredUntil' | 'tries'>,
  examId: number,
  now: Date,
): DomainError | null {
  if (isActive !== true) return examNotFound();
  if (isBarred(buyingBarredUntil, now)) return registrationDenied();
  const isTaken = tries.some(
    (one) => one.examId === examId && (one.status === 'taken' || one.status === 'graded'),
  );
  if (!isTaken) return noTakenExam();
  return tries.some(({ status }) => isOpen(status)) ? alreadyRegistered() : null;
}

/**
 * Checks, and inserts the hidden registration, which keeps a second one out from here on. Throws
 * exam_not_found, registration_denied, no_taken_exam or already_registered. Throws
 * ProjectionMissing.
 */
export async function beginRetake(
  tx: Tx,
  examId: number,
  call: Call,
): Promise<{ registrationId: number; studentId: number }> {
  const studentId = studentInView(call.actor);
  const row = await readEligibilityFacts(tx, studentId, examId);
  if (row.examId === null || row.studentId === null) {
    throw new ProjectionMissing({
      ...(row.examId === null ? { examId } : {}),
      ...(row.studentId === null ? { studentId } : {}),
    });
  }
  const refusal = retakeRefusal(row, examId, tx.now);
  if (refusal) throw refusal;
  const { examGroup, additionalChargeCents } = row as {
    examGroup: number;
    additionalChargeCents: number;
  };
  try {
    const registrationId = await insertPending(
      tx,
      { studentId, examId, examGroup, additionalChargeCents, isRetake: true },
      tx.now,
    );
    return { registrationId, studentId };
  } catch (error) {
    if (isDuplicate(error, 'registration_one_open')) throw alreadyRegistered();
    throw error;
  }
}

/**
 * Makes the hidden registration a real one: no credits, no additional fee; the proctor fee of its
 * sitting is due as always..
 */
export async function makeReal(
  tx: Tx,
  {
    registrationId,
    studentId,
    examId,
    paymentId,
  }: { registrationId: number; studentId: number; examId: number; paymentId: number | null },
): Promise<Registration | undefined> {
  if (!(await activateRetake(tx, registrationId, paymentId, tx.actor, tx.now)))
    throw new Error(`retake ${registrationId} is no longer pending`);
  tx.emit(Created, { registrationId, studentId, examId });
  const change = {
    exam: examId,
    status: 'registered',
    approvedRetake: paymentId === null ? 'without fee' : 'with fee',
  };
  tx.audit({ op: 'insert', table: 'registration', id: registrationId, studentId, change });
  await tx.flush();
  return reloadView(tx, { studentId, examId });
}

const work = command(
  'makeApprovedRetake',
  async (tx: Tx, { examId }: ApprovedRetake, call): Promise<MadeRetake> => {
    const made = await beginRetake(tx, examId, call);
    return { registration: await makeReal(tx, { ...made, examId, paymentId: null }) };
  },
);

/** A retake that the vendor approved, without a fee (C-A28, T-04). Refuses as beginRetake does. */
export const makeApprovedRetake = (call: Call, input: ApprovedRetake): Promise<MadeRetake> =>
  withProjections(call, () => work(call, input));
