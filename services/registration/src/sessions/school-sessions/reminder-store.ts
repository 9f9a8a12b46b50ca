import type { Sql } from '@portal/kit/database/database';

/** Deletes the reminders of a session whose day or time has changed, to be sent again. R-512. */
export async function forgetReminders(sql: Sql, sessionId: number): Promise<void> {
  await sql.run`
    DELETE FROM session_reminder
    WHERE session_id = ${sessionId} AND registration_id IN (
      SELECT id FROM registration WHERE session_id = ${sessionId})`;
}
