import type { Sql } from '@portal/kit/database/database';
import type { Person } from '@portal/kit/personal-data/export-student';
import { findPerson } from '../data-requests/request-store.ts';

/**
 * By what rows about a student are found when they are removed: also by addresses of earlier, which
 * the history tells until it is cleared. One that somebody else has by now is left out. R-591
 */
export async function personToBlank(sql: Sql, studentId: number): Promise<Person> {
  const person = await findPerson(sql, studentId);
  const earlier = await sql.many<{ email: string }>`
    SELECT DISTINCT lower(known.email) AS email
    FROM audit a CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE jsonb_typeof(a.change->'email') WHEN 'array' THEN a.change->'email'
        ELSE jsonb_build_array(a.change->'email') END) AS known (email)
    WHERE a.student_id = ${studentId} AND a.change->'email' IS NOT NULL
      AND known.email IS NOT NULL
      AND NOT EXISTS (SELECT FROM student other
        WHERE lower(other.email) = lower(known.email) AND other.id <> ${studentId})
      AND NOT EXISTS (SELECT FROM student_account other
        WHERE lower(other.email) = lower(known.email) AND other.student_id <> ${studentId})
    -- never null: email`;
  const emails = new Set([...person.emails, ...earlier.map(({ email }) => email)]);
  return { ...person, emails: [...emails] };
}
