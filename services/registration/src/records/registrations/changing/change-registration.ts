import type { Tx } from '@portal/kit/commands/command';
import type { PaymentChange } from '../../fees/proctor-fee.ts';
import { newestOfEachExam, type Registration } from '../reading/registration-view.ts';
import { changePayments, logChange, readOfExam, readRegistration } from '../reading/store.ts';
import type { Change } from '../state/registration-change.ts';
import type { RegistrationRow } from '../state/registration-row.ts';
import { registrationNotFound } from '../state/registration-rules.ts';
import type { RegistrationStatus } from '../state/registration-state.ts';
import { writeChanges } from './change-store.ts';
import { lockRegistrations } from './lock-registrations.ts';

/**
 * Locks and returns a registration, with the others of its student. Throws registration_not_found,
 * also for another student than `studentId`; null: any student.
 */
export async function lockRegistration(
  tx: Tx,
  registrationId: number,
  studentId: number | null,
): Promise<RegistrationRow> {
  // in one round trip: the second statement runs once the first has the lock
  const [, row] = await Promise.all([
    lockRegistrations(tx, registrationId),
    readRegistration(tx, registrationId),
  ]);
  if (row === undefined || (studentId !== null && row.studentId !== studentId))
    throw registrationNotFound();
  return row;
}

/**
 * The exam's row as it is after the changes of this transaction; undefined when no registration of
 * it is left.
 */
export async function reloadView(
  tx: Tx,
  { studentId, examId }: Pick<RegistrationRow, 'studentId' | 'examId'>,
): Promise<Registration | undefined> {
  return newestOfEachExam(await readOfExam(tx, studentId, examId), tx.now)[0];
}

/**
 * Writes the changes of an event to locked registrations; absent fields keep their values. A
 * registration that has left its state since it was read is an error: its lock was not taken.
 */
export async function changeAll(
  tx: Tx,
  changes: readonly { row: Pick<RegistrationRow, 'id' | 'status'>; change: Change }[],
): Promise<void> {
  const wanted = changes.filter(({ change }) => Object.keys(change).length > 0);
  if (wanted.length === 0) return;
  const written = await writeChanges(
    tx,
    wanted.map(({ row: { id, status: from }, change }) => ({ id, from, change })),
  );
  if (written !== wanted.length) throw new Error('a registration has left its state unlocked');
}

/** The same for one. */
export const updateRegistration = (
  tx: Tx,
  row: Pick<RegistrationRow, 'id' | 'status'>,
  changed: Change,
): Promise<void> => changeAll(tx, [{ row, change: changed }]);

/** Writes the proctor payments and the log of a booking's change. */
export async function noteChange(
  tx: Tx,
  before: RegistrationRow,
  after: {
    status: RegistrationStatus;
    sessionId: number | null;
    payments: PaymentChange[];
    reason: number | null;
  },
): Promise<void> {
  const line = {
    registrationId: before.id,
    from: before.status,
    to: after.status,
    fromSessionId: before.sessionId,
    toSessionId: after.sessionId,
    reason: after.reason,
  };
  await Promise.all([changePayments(tx, after.payments), logChange(tx, line, tx.actor, tx.now)]);
}

/** Writes changes of proctor payments, for callers that write the log of many at once. */
export const notePayments = (tx: Tx, changes: PaymentChange[]): Promise<void> =>
  changePayments(tx, changes);
