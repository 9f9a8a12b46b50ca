import { sql } from '../../portal/databases.ts';
import { thePortal } from '../../portal/place.ts';

/** A sitting at the proctoring service. */
export interface Booking {
  readonly proctorUuid: string;
  /** The registration, and which of its bookings. */
  readonly reference: string;
  readonly status:
    | 'booked'
    | 'let_in'
    | 'disconnected'
    | 'completed'
    | 'disqualified'
    | 'cancelled';
}

/**
 * Returns the sittings of a registration for which the proctoring service reserves time, or of all
 * registrations.
 */
export async function bookingsAlive(registrationId?: number): Promise<Booking[]> {
  const all = (await (await fetch(`${thePortal.sandboxUrl}/proctor/bookings`)).json()) as Booking[];
  const isOf = ({ reference }: Booking) =>
    registrationId === undefined || reference.startsWith(`${registrationId}-`);
  return all.filter(
    (one) => isOf(one) && ['booked', 'let_in', 'disconnected'].includes(one.status),
  );
}

/** Describes sittings that the proctoring service reserves and that are not booked here. */
export async function bookingsThatDiffer(): Promise<string[]> {
  const [alive, booked] = await Promise.all([
    bookingsAlive(),
    sql<{ proctor_uuid: string }>(
      'registration',
      `SELECT o.proctor_uuid FROM online_sitting o JOIN registration r ON r.id = o.registration_id
      WHERE o.proctor_uuid IS NOT NULL AND r.session_id IS NOT NULL
        AND r.status NOT IN ('cancelled', 'dropped')`,
    ),
  ]);
  const known = new Set(booked.map((row) => row.proctor_uuid));
  return alive
    .filter(({ proctorUuid }) => !known.has(proctorUuid))
    .map(({ reference }) => `sitting ${reference} is booked with the proctor and nowhere else`);
}
