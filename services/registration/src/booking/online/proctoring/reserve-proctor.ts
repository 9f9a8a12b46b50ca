import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import {
  reloadView,
  updateRegistration,
} from '../../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../../records/registrations/reading/registration-view.ts';
import { allowed } from '../../../records/registrations/state/registration-change.ts';
import { openOnline } from '../sitting/online-row.ts';
import { changeSitting } from '../sitting/sitting-machine.ts';

async function work(
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor }: Call,
): Promise<{ registration: Registration | undefined }> {
  const row = await openOnline(tx, { registrationId, studentId: studentInView(actor) });
  const reserved = allowed(changeSitting(row, { type: 'time_reserved' }, tx.now));
  if (!row.proctorReserved) {
    await updateRegistration(tx, row, reserved);
    tx.audit({
      op: 'update',
      table: 'registration',
      id: row.id,
      studentId: row.studentId,
      change: { proctorReserved: [false, true] },
    });
  }
  return { registration: await reloadView(tx, row) };
}

/**
 * Records that the student booked a time on the proctoring service's pages (C-S49, R-172). Throws
 * registration_not_found or no_proctor_booking.
 */
export const reserveProctor = command('reserveProctor', work);
