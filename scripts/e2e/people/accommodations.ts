import { sql } from '../../portal/databases.ts';

/** Stores an accommodation of a student in registration: an own room, or twice the time. */
export async function grantAccommodation(
  id: number,
  kind: 'own_room' | 'extra_time',
): Promise<void> {
  const percent = kind === 'extra_time' ? 100 : null;
  const granted = { kind, percent, minutes: null, validFrom: '2020-01-01', validUntil: null };
  await sql('registration', 'UPDATE student_copy SET accommodations = $2 WHERE id = $1', [
    id,
    JSON.stringify([granted]),
  ]);
}
