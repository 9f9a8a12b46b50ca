import type { Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { REMOVED } from '@portal/kit/personal-data/blank-student';
import type { Person } from '@portal/kit/personal-data/export-student';
import { deleteRowsOfStudent } from '../../../prisma/personal-tables.ts';

/** The address that is known here, and where mails about registrations went. */
export async function emailsOf(sql: Sql, { studentId }: Person): Promise<string[]> {
  const rows = await sql.many<{ email: string }>`
    SELECT lower(email) AS email FROM student_copy
    WHERE id = ${studentId} AND email IS NOT NULL
    UNION SELECT lower(m.recipient)
    FROM registration r JOIN mail m ON m.key = 'registration.created:' || r.id
    WHERE r.student_id = ${studentId} AND m.recipient <> ${REMOVED}
    -- never null: email`;
  return rows.map(({ email }) => email);
}

/**
 * Removes a student's personal data here; registrations and results stay, with only the id. Deletes
 * a file of papers with its last student. R-591, R-592
 */
export async function blankRows(tx: Tx, { studentId }: Person): Promise<void> {
  await tx.run`
    UPDATE student_copy SET first_name = ${REMOVED}, last_name = ${`Student ${studentId}`},
      email = NULL, phone = NULL, accommodations = '[]'
    WHERE id = ${studentId}`;
  await tx.run`
    UPDATE online_sitting t SET proctor_uuid = NULL FROM registration r
    WHERE r.student_id = ${studentId} AND t.registration_id = r.id
      AND t.proctor_uuid IS NOT NULL`;
  await tx.run`
    UPDATE partner_report t SET comment = NULL FROM registration r
    WHERE r.student_id = ${studentId} AND t.registration_id = r.id AND t.comment IS NOT NULL`;
  await tx.run`
    UPDATE assignment t SET file_name = NULL FROM registration r
    WHERE r.student_id = ${studentId} AND t.registration_id = r.id AND t.file_name IS NOT NULL`;
  await tx.run`
    UPDATE hand_in t SET file_name = ${REMOVED} FROM registration r
    WHERE r.student_id = ${studentId} AND t.registration_id = r.id`;
  const files = await tx.many<{ fileId: string }>`
    DELETE FROM paper_scan t USING registration r
    WHERE r.student_id = ${studentId} AND t.registration_id = r.id RETURNING t.file_id`;
  await tx.run`
    DELETE FROM batch_file f WHERE f.id = ANY (${files.map(({ fileId }) => fileId)}::uuid[])
      AND NOT EXISTS (SELECT FROM paper_scan s WHERE s.file_id = f.id)`;
  await deleteRowsOfStudent(tx, studentId);
  await tx.run`DELETE FROM calendar_feed WHERE student_id = ${studentId}`;
}
