import type { Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { unavailable } from '@portal/kit/errors';
import { on } from '@portal/kit/events/inbox';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { ProctorBookingGivenUp } from '@portal/proto/registration/v1/events';
import { bookingsOf, cancelSitting } from '../../../partners/proctoring.ts';
import type { RegistrationRow } from '../../../records/registrations/state/registration-row.ts';
import { endStartTokens, registrationOfBooking } from '../sitting/store.ts';

/**
 * Ends the start link of a left session, and its booking at the proctoring service, which a later
 * event cancels there.
 */
export async function releaseBooking(
  tx: Tx,
  { id, studentId, sessionId, sessionType, proctorUuid }: RegistrationRow,
): Promise<void> {
  if (sessionId === null || sessionType === '21') return;
  if (proctorUuid !== null)
    tx.emit(ProctorBookingGivenUp, { registrationId: id, studentId, proctorUuid, reference: '' });
  await endStartTokens(tx, id, tx.now);
}

/** Cancels a booking that no registration has any more. */
async function cancelUnused(
  db: Database,
  { proctorUuid, reference }: ProctorBookingGivenUp,
): Promise<void> {
  for (const booked of proctorUuid === '' ? await bookingsOf(reference) : [proctorUuid]) {
    if ((await registrationOfBooking(db, booked)) === undefined) await cancelSitting(booked);
  }
}

/** Cancels the booking at the proctoring service, however long that takes to answer. */
export const onProctorBookingGivenUp = on(ProctorBookingGivenUp, {
  prepare: ({ data }, { db }) =>
    cancelUnused(db, data).catch((error: unknown) => {
      // a final refusal becomes a dead letter; it would be refused again for ever
      throw error instanceof PartnerError && !error.isFinal ? unavailable() : error;
    }),
  apply: async () => {},
});
