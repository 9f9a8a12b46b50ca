import { randomInt } from 'node:crypto';
import { addSeminaryStudent } from '@portal/contract/seminary/students';
import { sql } from '../../portal/databases.ts';
import type { Person } from '../../portal-user/person.ts';
import { aBirthPair } from './birth-pairs.ts';
import type { Enrolled } from './students.ts';

/** Draws an unused birth date and SSN digits, named as in forms of seminary students. */
export function aPair(): { dob: string; ssn: string } {
  const { dob, last4ssn } = aBirthPair();
  return { dob, ssn: last4ssn };
}

/** Returns a form of staff for a student of a seminary of the demo data. */
export const aSeminaryForm = (changes: Readonly<Record<string, unknown>> = {}) => ({
  firstName: 'Chana',
  lastName: 'Weiss',
  email: `chana${randomInt(1e9)}@seminary.test`,
  phone: '718-555-0100',
  ...aPair(),
  address: '10 Garden Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11219',
  country: 'United States',
  seminaryId: 1,
  ...changes,
});

/** Marks a seminary student as redeemed (1) or discarded (2) in the database. */
export const settled = (id: number, how: 1 | 2, studentId: number) =>
  sql(
    'seminary',
    `UPDATE seminary_student SET redeemed_exams = $2, student_id = $3, redeemed_at = now()
     WHERE id = $1`,
    [id, how, studentId],
  );

/** An exam sat at the seminary; a comment of null means that the grade is pending. */
export interface SatExam {
  examId: number;
  gradeComment?: string | null;
  day?: string;
}

/** Adds the seminary record of a student on record, with exams that can be redeemed. */
export async function aSeminarian(
  admin: Person,
  { firstName, lastName, dob, last4ssn }: Enrolled,
  exams: readonly SatExam[],
  changes: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const names = { firstName, lastName, dob, ssn: last4ssn, seminaryYear: 2024 };
  const { seminaryStudent } = await admin.do(
    addSeminaryStudent,
    aSeminaryForm({ ...names, confirmDoubleSsnDob: true, ...changes }),
  );
  for (const { examId, gradeComment = 'Pass', day = '2025-02-03' } of exams)
    await sql(
      'seminary',
      `INSERT INTO seminary_exam (seminary_student_id, exam_id, actual_taken_date, grade,
         grade_comment)
       VALUES ($1, $2, $3, $4, $5)`,
      [seminaryStudent.id, examId, day, gradeComment === 'Pass' ? '91' : null, gradeComment],
    );
  return seminaryStudent.id;
}
