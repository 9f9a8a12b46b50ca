import { studentInView } from '@portal/kit/actor';
import { type Call, command, type Tx } from '@portal/kit/command';
import { conflict } from '@portal/kit/errors';
import { asChanged } from '../registrations/change-registration.ts';
import type { Registration } from '../registrations/registration-view.ts';
import { openOnline } from './online-row.ts';
import { reserveProctor as reserve } from './store.ts';

async function work(
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor }: Call,
): Promise<{ registration: Registration | undefined }> {
  const row = await openOnline(tx, { registrationId, studentId: studentInView(actor) });
  if (row.proctorUuid === null) throw conflict('no_proctor_booking', 'There is no booking at the proctoring service for this exam.');
  if (!row.proctorReserved) {
    await reserve(tx, row.id);
    tx.audit({ op: 'update', table: 'registration', id: row.id, studentId: row.studentId, change: { proctorReserved: [false, true] } });
  }
  return { registration: await asChanged(tx, row) };
}

/** Notes that the student booked a time on the proctoring service's pages (C-S49, R-172). Refuses with registration_not_found or no_proctor_booking. */
export const reserveProctor = command('reserveProctor', work);
