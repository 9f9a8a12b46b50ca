import type { Tx } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import {
  AccessGranted,
  Disconnected,
  ExamDisqualified,
  ExamTaken,
  ProgramCompleted,
} from '@portal/proto/registration/v1/events';
import { type PaymentChange, paymentsAfterTaking } from '../../../records/fees/proctor-fee.ts';
import type { Change } from '../../../records/registrations/state/registration-change.ts';
import { changeRegistration } from '../../../records/registrations/state/registration-machine.ts';
import { changeResult } from '../../../results/grades/result/result-machine.ts';
import { writeOnline } from '../sitting/change-sitting.ts';
import type { OnlineRow } from '../sitting/online-row.ts';
import { changeSitting } from '../sitting/sitting-machine.ts';

/** A report of a partner, or of the clock: the 24 hours of a begun exam are over. */
export type Report =
  | 'let_in'
  | 'disconnected'
  | 'completed'
  | 'disqualified'
  | 'program_completed'
  | 'time_over';

/** Returns the changes of a report, by the machine of its event. */
function changeBy(row: OnlineRow, type: Report, at: Date, now: Date): Change | DomainError {
  if (type === 'disqualified') return changeResult(row, { type, at }, now);
  if (type === 'program_completed') return changeRegistration(row, { type }, now);
  return changeSitting(row, { type, at }, now);
}

/** Emits the event of an applied report; returns its changes of the proctor payments. */
function emitReport(tx: Tx, row: OnlineRow, report: Report): PaymentChange[] {
  const about = { registrationId: row.id, studentId: row.studentId, examId: row.examId };
  switch (report) {
    case 'let_in':
      tx.emit(AccessGranted, about);
      return [];
    case 'disconnected':
      tx.emit(Disconnected, about);
      return [];
    case 'program_completed':
      tx.emit(ProgramCompleted, about);
      return [];
    case 'completed':
    case 'time_over': {
      const { changes, refund } = paymentsAfterTaking(row.proctorPayments);
      tx.emit(ExamTaken, {
        ...about,
        timeOver: report === 'time_over',
        refundPaymentIds: refund,
      });
      return changes;
    }
    case 'disqualified': {
      const { changes, refund } = paymentsAfterTaking(row.proctorPayments);
      tx.emit(ExamDisqualified, { ...about, refundPaymentIds: refund });
      return changes;
    }
  }
}

/**
 * Brings a report about on a locked registration (T-25, T-31, T-40, T-42 to T-44). False, and
 * nothing changed, when the state does not allow it. R-396.
 */
export async function takeReport(
  tx: Tx,
  row: OnlineRow,
  report: Report,
  at: Date,
): Promise<boolean> {
  const change = changeBy(row, report, at, tx.now);
  if (change instanceof DomainError) return false;
  await writeOnline(tx, row, change, emitReport(tx, row, report));
  return true;
}
