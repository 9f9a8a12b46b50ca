import type { Tx } from '@portal/kit/commands/command';
import { REMOVED } from '@portal/kit/personal-data/blank-student';
import type { Person } from '@portal/kit/personal-data/export-student';

/**
 * Removes the data that identify a student here; exams, programs and payments stay, by id alone.
 * R-591, R-592
 */
export async function blankRows(tx: Tx, { studentId, ttiStudentId }: Person): Promise<void> {
  await tx.run`
    UPDATE seminary_student SET first_name = ${REMOVED}, last_name = ${`Student ${studentId}`},
      email = '', phone = '', last4_ssn = '0000', dob = '1900-01-01', address = '', city = '',
      state = NULL, zip = '', country = '', seminary_phone = NULL, seminary_email = NULL,
      jse_id = NULL, tal_student_id = NULL
    WHERE student_id = ${studentId}`;
  await tx.run`
    DELETE FROM paper_file f USING seminary_student s, seminary_exam e
    WHERE s.student_id = ${studentId} AND e.seminary_student_id = s.id AND f.id = e.file_key`;
  await tx.run`
    UPDATE seminary_exam e SET file_key = NULL, tal_reference = NULL FROM seminary_student s
    WHERE s.student_id = ${studentId} AND e.seminary_student_id = s.id`;
  await tx.run`DELETE FROM study_payer WHERE tti_student_id = ${ttiStudentId}`;
  await tx.run`
    UPDATE study_payment t SET partner_id = NULL FROM student_program p
    WHERE p.tti_student_id = ${ttiStudentId} AND t.student_program_id = p.id`;
  const blanked = `removed-${studentId}`;
  await tx.run`
    UPDATE student_program SET tti_student_id = ${blanked}, partner_id = NULL
    WHERE tti_student_id = ${ttiStudentId}`;
  await tx.run`
    UPDATE student_program SET tti_student_id = ${blanked}, partner_id = NULL
    WHERE student_id = ${studentId}`;
}
