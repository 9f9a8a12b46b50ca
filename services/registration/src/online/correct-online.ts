import { plusSeconds } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/command';
import { AccessCleared, CompletedCleared, Reopened } from '@portal/proto/registration/v1/events';
import { clearRefusal, completedRefusal, reopenRefusal } from './office-rules.ts';
import { hasOtherOpen, type OfficeRegistration, officeView } from './office-view.ts';
import { type OnlineRow, openOnline } from './online-row.ts';
import { clearAccessRow, clearCompletedRow, endStartTokens, reopenRow } from './store.ts';
import { noteOnline } from './take-report.ts';

/** A begun exam may be resumed for so long.. */
const RESUME_SECONDS = 24 * 3600;

export interface Corrected {
  registrationId: number;
}
export interface CorrectedRegistration {
  registration: OfficeRegistration;
}

const about = ({ id, studentId, examId }: OnlineRow) => ({ registrationId: id, studentId, examId });
const answer = async (tx: Tx, { id }: OnlineRow): Promise<CorrectedRegistration> => ({
  registration: await officeView(tx, id, tx.actor, tx.now),
});
const open = (tx: Tx, { registrationId }: Corrected, { actor }: Call) => openOnline(tx, { registrationId, studentId: actor.studentId });

/**
 * Takes the access to the exam back (C-A26, T-22): it waits for the proctor again; one that has begun cannot be resumed. Refuses with registration_not_found,
 * no_online_access or online_access_in_use.
 */
export const clearAccess = command('clearAccess', async (tx, input: Corrected, call) => {
  const row = await open(tx, input, call);
  const refusal = clearRefusal(row, tx.actor);
  if (refusal) throw refusal;
  await clearAccessRow(tx, row.id, tx.now);
  tx.emit(AccessCleared, about(row));
  await noteOnline(tx, row, row.status === 'online_access' ? 'scheduled' : row.status);
  return answer(tx, row);
});

/**
 * Opens an exam again that was started online (C-A25, T-51): it may be started once more, without a fee and by a new link; the 24 hours begin anew with that
 * start. Refuses with registration_not_found, exam_graded, exam_not_started or already_registered.
 */
export const reopen = command('reopen', async (tx, input: Corrected, call) => {
  const row = await open(tx, input, call);
  const refusal = reopenRefusal(row, await hasOtherOpen(tx, row));
  if (refusal) throw refusal;
  await reopenRow(tx, row.id, tx.now);
  await endStartTokens(tx, row.id, tx.now);
  tx.emit(Reopened, about(row));
  await noteOnline(tx, row, 'online_access');
  return answer(tx, row);
});

/**
 * The exam was not completed after all (C-A27, T-52): it can be resumed for 24 hours from now, by a new link. Refuses with registration_not_found, exam_graded,
 * exam_not_completed or already_registered.
 */
export const clearCompleted = command('clearCompleted', async (tx, input: Corrected, call) => {
  const row = await open(tx, input, call);
  const refusal = completedRefusal(row, await hasOtherOpen(tx, row));
  if (refusal) throw refusal;
  await clearCompletedRow(tx, row.id, tx.now, plusSeconds(tx.now, RESUME_SECONDS));
  await endStartTokens(tx, row.id, tx.now);
  tx.emit(CompletedCleared, about(row));
  await noteOnline(tx, row, 'disconnected');
  return answer(tx, row);
});
