import type { Sql } from '@portal/kit/database/database';

/**
 * Locks the projection of a student until the transaction ends: a transaction that changes the
 * student's accommodations adapts bookings afterwards, and sees the bookings made here. To
 * be locked after the student's registrations and before entries, holds and places in sessions, as
 * fitPlaces does.
 */
export async function keepStudent(sql: Sql, studentId: number): Promise<void> {
  await sql.many`SELECT id FROM student_copy WHERE id = ${studentId} FOR SHARE`;
}
