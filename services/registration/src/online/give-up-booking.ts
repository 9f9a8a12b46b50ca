import type { Tx } from '@portal/kit/command';
import { unavailable } from '@portal/kit/errors';
import { on } from '@portal/kit/inbox';
import { ProctorBookingGivenUp } from '@portal/proto/registration/v1/events';
import { cancelSitting } from '../partners/proctoring.ts';
import type { RegistrationRow } from '../registrations/registration-row.ts';
import { endStartTokens } from './store.ts';

/** What goes with a session that is left: its start link, and its booking at the proctoring service, which is cancelled there soon. */
export async function giveUpBooking(tx: Tx, { id, studentId, sessionId, sessionType, proctorUuid }: RegistrationRow): Promise<void> {
  if (sessionId === null || sessionType === '21') return;
  await endStartTokens(tx, id, tx.now);
  if (proctorUuid !== null) tx.emit(ProctorBookingGivenUp, { registrationId: id, studentId, proctorUuid });
}

/** Cancels the booking at the proctoring service, however long that takes to answer. */
export const onProctorBookingGivenUp = on(ProctorBookingGivenUp, {
  prepare: ({ data }) =>
    cancelSitting(data.proctorUuid).catch(() => {
      throw unavailable();
    }),
  apply: async () => {},
});
