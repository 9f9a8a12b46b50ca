import type { Sql } from '@portal/kit/database/database';

/**
 * Keeps what is known of a student as it is until the transaction ends: who changes what is granted
 * to the student works bookings out by it afterwards, and sees what was booked here. To be
 * had after the student's registrations and before what is waited for, held or taken in sessions,
 * as fitPlaces has it.
 */
export async function keepStudent(sql: Sql, studentId: number): Promise<void> {
  await sql.many`SELECT id FROM student_copy WHERE id = ${studentId} FOR SHARE`;
}
