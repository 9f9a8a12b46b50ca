import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';
import { rowsOfStudent } from '../../../prisma/personal-tables.ts';

/** All rows here about a student. R-588 */
export async function personalRows(sql: Sql, { studentId }: Person): Promise<PersonalRow[]> {
  const rows = await Promise.all([
    rowsOfStudent(sql, studentId),
    otherRows(sql, studentId),
    rowsOfRegistrations(sql, studentId),
  ]);
  return rows.flat();
}

const otherRows = (sql: Sql, id: number): Promise<PersonalRow[]> => sql.many<PersonalRow>`
  SELECT 'student_copy' AS name, to_jsonb(t) AS row FROM student_copy t WHERE t.id = ${id}
  UNION ALL
  SELECT 'calendar_feed', to_jsonb(t) FROM calendar_feed t WHERE t.student_id = ${id}
  UNION ALL
  SELECT 'seat_hold', to_jsonb(t) FROM seat_hold t WHERE t.student_id = ${id}
  -- never null: name, row`;

const rowsOfRegistrations = (sql: Sql, id: number): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
  SELECT 'online_sitting' AS name, to_jsonb(t) AS row
  FROM registration r JOIN online_sitting t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'exam_result', to_jsonb(t)
  FROM registration r JOIN exam_result t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'registration_log', to_jsonb(t)
  FROM registration r JOIN registration_log t ON t.registration_id = r.id
  WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'proctor_payment', to_jsonb(t)
  FROM registration r JOIN proctor_payment t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'fee_payment', to_jsonb(t)
  FROM registration r JOIN fee_payment t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'partner_report', to_jsonb(t)
  FROM registration r JOIN partner_report t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'assignment', to_jsonb(t)
  FROM registration r JOIN assignment t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'hand_in', to_jsonb(t)
  FROM registration r JOIN hand_in t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'paper_scan', to_jsonb(t)
  FROM registration r JOIN paper_scan t ON t.registration_id = r.id WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'session_run_exam', to_jsonb(t)
  FROM registration r JOIN session_run_exam t ON t.registration_id = r.id
  WHERE r.student_id = ${id}
  UNION ALL
  SELECT 'session_reminder', to_jsonb(t)
  FROM registration r JOIN session_reminder t ON t.registration_id = r.id
  WHERE r.student_id = ${id}
  -- never null: name, row`;
