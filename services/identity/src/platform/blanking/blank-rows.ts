import type { Tx } from '@portal/kit/commands/command';
import { blankKitRows, REMOVED } from '@portal/kit/personal-data/blank-student';
import type { Person } from '@portal/kit/personal-data/export-student';
import { StudentChanged, StudentFileChanged } from '@portal/proto/identity/v1/events';
import { deleteRowsOfStudent } from '../../../prisma/personal-tables.ts';
import type * as tables from '../../../prisma/tables.ts';
import { nameKey } from '../../records/students/name-key.ts';

/**
 * Removes the data that identify a student here: the record stays as 'Removed Student 12', without
 * an account. Other services follow by identity.student_changed. R-591
 */
export async function blankRows(tx: Tx, person: Person): Promise<void> {
  const { studentId } = person;
  const names = await tx.many<{ nameKey: string }>`
    SELECT key AS name_key FROM student s
      CROSS JOIN LATERAL unnest(ARRAY[s.first_name_key, s.last_name_key, s.maiden_name_key])
        AS known (key)
    WHERE s.id = ${studentId} AND key IS NOT NULL
    -- never null: name_key`;
  const lastName = `Student ${studentId}`;
  const { version } = await tx.one<Pick<tables.Student, 'version'>>`
    UPDATE student SET first_name = ${REMOVED}, last_name = ${lastName}, maiden_name = NULL,
      first_name_key = ${nameKey(REMOVED)}, last_name_key = ${nameKey(lastName)},
      maiden_name_key = NULL, dob = '1900-01-01', last4_ssn = '0000', email = NULL,
      cellphone = NULL, phone = NULL, address = NULL, city = NULL, state = NULL, zip = NULL,
      country = NULL, accommodations = NULL, accommodations_approved_by = NULL,
      accommodations_approved_on = NULL, jse_id = NULL, tal_id = NULL, ccc_id = NULL,
      tti_student_id = NULL, masped_id = NULL, version = version + 1, last_change = ${tx.now},
      last_change_by = ${tx.actor.name}
    WHERE id = ${studentId} RETURNING version`;
  // delete the names of this student alone from the list that finds misspelt names
  await tx.run`
    DELETE FROM student_name n
    WHERE n.name_key = ANY (${names.map(({ nameKey: key }) => key)}::text[])
      AND NOT EXISTS (SELECT FROM student s WHERE s.first_name_key = n.name_key)
      AND NOT EXISTS (SELECT FROM student s WHERE s.last_name_key = n.name_key)
      AND NOT EXISTS (SELECT FROM student s WHERE s.maiden_name_key = n.name_key)`;
  await deleteRowsOfStudent(tx, studentId);
  await tx.run`DELETE FROM token WHERE student_id = ${studentId}`;
  await tx.run`
    UPDATE invite SET email = ${REMOVED}, first_name = ${REMOVED}, secret_hash = NULL
    WHERE student_id = ${studentId}`;
  await tx.run`
    UPDATE student_bar SET reason = ${REMOVED},
      lift_reason = CASE WHEN lift_reason IS NULL THEN NULL ELSE ${REMOVED}::text END
    WHERE student_id = ${studentId}`;
  await tx.run`
    UPDATE student_import_row SET cells = NULL,
      text = CASE WHEN text IS NULL THEN NULL ELSE ${REMOVED}::text END, undo_text = NULL
    WHERE student_id = ${studentId}`;
  await tx.run`
    DELETE FROM data_request_part WHERE request_id IN (
      SELECT id FROM data_request WHERE student_id = ${studentId})`;
  await tx.run`
    UPDATE data_request SET ready_at = COALESCE(ready_at, ${tx.now}),
      until = LEAST(until, ${tx.now}),
      reason = CASE WHEN reason IS NULL THEN NULL ELSE ${REMOVED}::text END
    WHERE student_id = ${studentId}`;
  await tx.run`UPDATE blanking SET reason = ${REMOVED} WHERE student_id = ${studentId}`;
  await blankKitRows(tx, person);
  tx.emit(StudentChanged, { studentId, version });
  tx.emit(StudentFileChanged, { studentId });
  const change = { blanked: true };
  tx.audit({ op: 'action', table: 'student', id: studentId, studentId, change });
}
