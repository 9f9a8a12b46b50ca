import type { Sql } from '@portal/kit/database/database';
import type { Person } from '@portal/kit/personal-data/export-student';
import { findPerson } from '../data-requests/request-store.ts';

/**
 * Returns the keys that find the rows to remove about a student: also former addresses, which the
 * history holds until it is cleared. Leaves out addresses that another student has by now. R-591
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
