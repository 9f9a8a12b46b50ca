import type { Tx } from '@portal/kit/command';
import type { PaymentChange } from '../sessions/proctor-fee.ts';
import { lockRegistrations } from './lock-registrations.ts';
import type { RegistrationRow } from './registration-row.ts';
import { registrationNotFound } from './registration-rules.ts';
import type { RegistrationStatus } from './registration-state.ts';
import { newestOfEachExam, type Registration } from './registration-view.ts';
import { changePayments, logChange, readOfExam, readRegistration } from './store.ts';

/**
 * A registration to be changed, locked with the others of its student. Refuses with registration_not_found, also when it is
 * another student's than `studentId`; null: whoever's.
 */
export async function openForChange(tx: Tx, registrationId: number, studentId: number | null): Promise<RegistrationRow> {
  await lockRegistrations(tx, registrationId);
  const row = await readRegistration(tx, registrationId);
  if (row === undefined || (studentId !== null && row.studentId !== studentId)) throw registrationNotFound();
  return row;
}

/** The exam's row as it is after the changes of this transaction; undefined when no registration of it is left. */
export async function asChanged(
  tx: Tx,
  { studentId, examId }: Pick<RegistrationRow, 'studentId' | 'examId'>,
): Promise<Registration | undefined> {
  return newestOfEachExam(await readOfExam(tx, studentId, examId), tx.now)[0];
}

/** What goes with every change of a booking: its proctor payments and the log. */
export async function noteChange(
  tx: Tx,
  before: RegistrationRow,
  after: { status: RegistrationStatus; sessionId: number | null; payments: PaymentChange[]; reason: number | null },
): Promise<void> {
  await changePayments(tx, after.payments);
  await logChange(
    tx,
    {
      registrationId: before.id,
      from: before.status,
      to: after.status,
      fromSessionId: before.sessionId,
      toSessionId: after.sessionId,
      reason: after.reason,
    },
    tx.actor,
    tx.now,
  );
}

/** Writes what becomes of proctor payments, where the log is written for many at once. */
export const notePayments = (tx: Tx, changes: PaymentChange[]): Promise<void> => changePayments(tx, changes);
