import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { BarLevel, NewBar } from '../students/bar-rules.ts';

export interface Bar extends Omit<tables.StudentBar, 'levels'> {
  levels: BarLevel[];
  /**
   * It keeps a student out whose personal data is to be removed, or was, and is lifted only with
   * the removal. So is each bar on sign-in where the blanking set none, since one existed.
   */
  isOfBlanking: boolean;
}

/** Reads all bars of a student, the newest first, with the real names of their authors. */
export const listBars = (sql: Sql, studentId: number): Promise<Bar[]> =>
  sql.many<Bar>`
    SELECT b.id, b.student_id, b.levels, b.until, b.reason, b.set_by_id,
      COALESCE(s.real_name, b.set_by) AS set_by, b.set_at, b.lifted_by_id,
      COALESCE(l.real_name, b.lifted_by) AS lifted_by, b.lifted_at, b.lift_reason,
      EXISTS (SELECT FROM blanking k WHERE k.student_id = b.student_id AND k.withdrawn_at IS NULL
        AND (k.bar_id = b.id OR k.bar_id IS NULL AND 'sign_in' = ANY (b.levels)))
        AS is_of_blanking
    FROM student_bar b
    LEFT JOIN staff_user s ON s.id = b.set_by_id
    LEFT JOIN staff_user l ON l.id = b.lifted_by_id
    WHERE b.student_id = ${studentId} ORDER BY b.set_at DESC, b.id DESC`;

interface Who {
  id: number;
  name: string;
}

export async function insertBar(
  sql: Sql,
  studentId: number,
  { levels, until, reason }: NewBar,
  by: Who,
  now: Date,
): Promise<number> {
  const { id } = await sql.one<Pick<Bar, 'id'>>`
    INSERT INTO student_bar (student_id, levels, until, reason, set_by_id, set_by, set_at)
    VALUES (${studentId}, ${levels}::text[], ${until}::date, ${reason}, ${by.id}, ${by.name},
      ${now})
    RETURNING id`;
  return id;
}

export async function noteLifted(
  sql: Sql,
  id: number,
  reason: string,
  by: Who,
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE student_bar
    SET lifted_by_id = ${by.id}, lifted_by = ${by.name}, lifted_at = ${now}, lift_reason = ${reason}
    WHERE id = ${id}`;
}

/**
 * Writes with the student until when what is barred. `denied_registration` is what the release
 * before reads.
 */
export async function writeBarred(
  sql: Sql,
  studentId: number,
  ends: Record<BarLevel, Date | null>,
): Promise<void> {
  const isDenied = ends.buying !== null && ends.booking !== null;
  await sql.run`
    UPDATE student SET buying_barred_until = ${ends.buying}, booking_barred_until = ${ends.booking},
      sign_in_barred_until = ${ends.sign_in}, denied_registration = ${isDenied}
    WHERE id = ${studentId}`;
}
