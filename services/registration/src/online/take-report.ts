import { dayInNewYork } from '@portal/kit/clock';
import type { Tx } from '@portal/kit/command';
import { AccessGranted, Disconnected, ExamDisqualified, ExamTaken, ProgramCompleted } from '@portal/proto/registration/v1/events';
import { noteChange } from '../registrations/change-registration.ts';
import type { RegistrationStatus } from '../registrations/registration-state.ts';
import { type PaymentChange, paymentsAfterTaking } from '../sessions/proctor-fee.ts';
import type { OnlineRow } from './online-row.ts';
import { completeProgramRow, disconnectRow, disqualifyRow, grantAccess, takeRow } from './store.ts';

/** What a partner reports, or the clock: the 24 hours of a begun exam are over. */
export type Report = 'let_in' | 'disconnected' | 'completed' | 'disqualified' | 'program_completed' | 'time_over';

const isBegun = (status: RegistrationStatus) => status === 'online_started' || status === 'disconnected';

/**
 * Brings a report about on a locked registration (T-25, T-31, T-40, T-42 to T-44). False, and nothing changed, when the state does not allow
 * it. R-396.
 */
export async function takeReport(tx: Tx, row: OnlineRow, report: Report, at: Date): Promise<boolean> {
  const { id: registrationId, studentId, examId } = row;
  const about = { registrationId, studentId, examId };
  // about the sitting before the exam was opened again
  if (row.reopenedAt !== null && at <= row.reopenedAt && report !== 'time_over') return false;
  switch (report) {
    case 'let_in':
      if (row.status !== 'scheduled' || row.sessionType !== '99' || (row.accessClearedAt !== null && at <= row.accessClearedAt))
        return false;
      await grantAccess(tx, row.id);
      tx.emit(AccessGranted, about);
      return noted(tx, row, 'online_access');
    case 'disconnected':
      // one that was on its way while the student went on already
      if (row.status !== 'online_started' || (row.onlineExamRedirect !== null && at < row.onlineExamRedirect)) return false;
      await disconnectRow(tx, row.id);
      tx.emit(Disconnected, about);
      return noted(tx, row, 'disconnected');
    case 'completed':
    case 'time_over': {
      const isTimeOver = report === 'time_over';
      if (!isBegun(row.status) || (isTimeOver && (row.resumeUntil === null || row.resumeUntil > tx.now))) return false;
      const { changes, refund } = paymentsAfterTaking(row.proctorPayments);
      await takeRow(tx, row.id, dayInNewYork(tx.now), isTimeOver ? null : tx.now);
      tx.emit(ExamTaken, { ...about, timeOver: isTimeOver, refundPaymentIds: refund });
      return noted(tx, row, 'taken', changes);
    }
    case 'disqualified': {
      const isTakenOnline = row.status === 'taken' && row.onlineExamStarted !== null;
      if (!isBegun(row.status) && !isTakenOnline) return false;
      const { changes, refund } = paymentsAfterTaking(row.proctorPayments);
      await disqualifyRow(tx, row.id, dayInNewYork(tx.now));
      tx.emit(ExamDisqualified, { ...about, refundPaymentIds: refund });
      return noted(tx, row, 'graded', changes);
    }
    case 'program_completed':
      if (row.status !== 'course_started') return false;
      await completeProgramRow(tx, row.id, tx.now);
      tx.emit(ProgramCompleted, about);
      return noted(tx, row, 'course_completed');
  }
}

async function noted(tx: Tx, row: OnlineRow, status: RegistrationStatus, payments: PaymentChange[] = []): Promise<true> {
  await noteOnline(tx, row, status, payments);
  return true;
}

/** The log, the audit and the proctor payments of a change that leaves the session as it is. */
export async function noteOnline(tx: Tx, row: OnlineRow, status: RegistrationStatus, payments: PaymentChange[] = []): Promise<void> {
  await noteChange(tx, row, { status, sessionId: row.sessionId, payments, reason: null });
  tx.audit({ op: 'update', table: 'registration', id: row.id, studentId: row.studentId, change: { status: [row.status, status] } });
}
