import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';

/** All rows here about a student; of scans what they are, not the files. R-588 */
export async function personalRows(
  sql: Sql,
  { studentId, ttiStudentId }: Person,
): Promise<PersonalRow[]> {
  const rows = await Promise.all([
    redemptionRows(sql, studentId),
    studyRows(sql, studentId, ttiStudentId),
  ]);
  return rows.flat();
}

const redemptionRows = (sql: Sql, id: number): Promise<PersonalRow[]> => sql.many<PersonalRow>`
  SELECT 'seminary_student' AS name, to_jsonb(t) AS row FROM seminary_student t
  WHERE t.student_id = ${id}
  UNION ALL
  SELECT 'seminary_exam', to_jsonb(t)
  FROM seminary_student s JOIN seminary_exam t ON t.seminary_student_id = s.id
  WHERE s.student_id = ${id}
  UNION ALL
  SELECT 'paper_file', jsonb_build_object('id', t.id, 'name', t.name, 'type', t.type,
    'size', t.size, 'uploaded_at', t.uploaded_at)
  FROM seminary_student s JOIN seminary_exam e ON e.seminary_student_id = s.id
    JOIN paper_file t ON t.id = e.file_key
  WHERE s.student_id = ${id}
  -- never null: name, row`;

const studyRows = (sql: Sql, id: number, ttiId: string): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
  WITH own AS (
    SELECT p.id FROM student_program p WHERE p.student_id = ${id}
    UNION SELECT p.id FROM student_program p WHERE p.tti_student_id = ${ttiId})
  SELECT 'student_program' AS name, to_jsonb(t) AS row
  FROM own JOIN student_program t ON t.id = own.id
  UNION ALL
  SELECT 'study_payment', to_jsonb(t) FROM own JOIN study_payment t ON t.student_program_id = own.id
  UNION ALL
  SELECT 'study_payer', to_jsonb(t) FROM study_payer t WHERE t.tti_student_id = ${ttiId}
  -- never null: name, row`;
