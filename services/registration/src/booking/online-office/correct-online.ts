import { can } from '@portal/access/can';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { AccessCleared, CompletedCleared, Reopened } from '@portal/proto/registration/v1/events';
import { applySitting } from '../online/sitting/change-sitting.ts';
import { type OnlineRow, openOnline } from '../online/sitting/online-row.ts';
import { endStartTokens } from '../online/sitting/store.ts';
import { hasOtherOpen, type OfficeRegistration, officeViews } from './office-view.ts';

export interface Corrected {
  registrationId: number;
}
export interface CorrectedRegistration {
  registration: OfficeRegistration;
}

const about = ({ id, studentId, examId }: OnlineRow) => ({ registrationId: id, studentId, examId });
async function answer(tx: Tx, { id, studentId }: OnlineRow): Promise<CorrectedRegistration> {
  const registrations = await officeViews(tx, tx, { studentIds: [studentId] });
  const registration = registrations.find((one) => one.id === id);
  if (registration === undefined) throw new Error('the registration is gone');
  return { registration };
}
const open = (tx: Tx, { registrationId }: Corrected, { actor }: Call) =>
  openOnline(tx, { registrationId, studentId: actor.studentId });

/**
 * Revokes the access to the exam (C-A26, T-22): the student waits for the proctor again; a begun
 * exam cannot be resumed. Throws registration_not_found, no_online_access or
 * online_access_in_use.
 */
export const clearAccess = command('clearAccess', async (tx, input: Corrected, call) => {
  const row = await open(tx, input, call);
  const byTechSupport = can(tx.actor, 'used_access.clear');
  await applySitting(tx, row, { type: 'access_cleared', byTechSupport });
  tx.emit(AccessCleared, about(row));
  return answer(tx, row);
});

/**
 * Reopens an exam that was started online (C-A25, T-51): the student may start it once more,
 * without a fee and by a new link; a new 24 hours begin with that start. Throws
 * registration_not_found, exam_graded, exam_not_started or already_registered.
 */
export const reopen = command('reopen', async (tx, input: Corrected, call) => {
  const row = await open(tx, input, call);
  await applySitting(tx, row, { type: 'reopened', hasOtherOpen: await hasOtherOpen(tx, row) });
  await endStartTokens(tx, row.id, tx.now);
  tx.emit(Reopened, about(row));
  return answer(tx, row);
});

/**
 * Clears the completed flag of an exam (C-A27, T-52): it can be resumed for 24 hours from now, by a
 * new link. Throws registration_not_found, exam_graded, exam_not_completed or
 * already_registered.
 */
export const clearCompleted = command('clearCompleted', async (tx, input: Corrected, call) => {
  const row = await open(tx, input, call);
  const other = await hasOtherOpen(tx, row);
  await applySitting(tx, row, { type: 'completed_cleared', hasOtherOpen: other });
  await endStartTokens(tx, row.id, tx.now);
  tx.emit(CompletedCleared, about(row));
  return answer(tx, row);
});
