import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

type Linked = Pick<tables.SeminaryStudent, 'id' | 'redeemedExams'> & { hasExams: boolean };
type Candidate = Linked & Pick<tables.SeminaryStudent, 'firstName' | 'lastName'>;

/** The seminary student who is linked with a member. */
export const findLinked = (sql: Sql, studentId: number): Promise<Linked | undefined> =>
  sql.maybe<Linked>`
    SELECT s.id, s.redeemed_exams,
      EXISTS (SELECT FROM seminary_exam AS e WHERE e.seminary_student_id = s.id) AS has_exams
    FROM seminary_student AS s
    WHERE s.student_id = ${studentId}`;

/** Finds unlinked seminary students with these digits and birth date; at most two. */
export const findCandidates = (sql: Sql, last4Ssn: string, dob: string): Promise<Candidate[]> =>
  sql.many<Candidate>`
    SELECT s.id, s.first_name, s.last_name, s.redeemed_exams,
      EXISTS (SELECT FROM seminary_exam AS e WHERE e.seminary_student_id = s.id) AS has_exams
    FROM seminary_student AS s
    WHERE s.last4_ssn = ${last4Ssn} AND s.dob = ${dob}::date AND s.student_id IS NULL
    ORDER BY s.id LIMIT 2`;

type Called = Pick<tables.SeminaryStudent, 'id' | 'studentId' | 'redeemedExams'>;

/** Seminary students with a JSE id. */
export const listOfJseId = (sql: Sql, jseId: string): Promise<Called[]> =>
  sql.many<Called>`
    SELECT id, student_id, redeemed_exams FROM seminary_student
    WHERE jse_id = ${jseId} ORDER BY id`;

type SatExam = Pick<
  tables.SeminaryExam,
  'examId' | 'actualTakenDate' | 'grade' | 'gradeComment' | 'talReference'
>;

/** The exams of these seminary students, the newest paper first. */
export const listSatExams = (sql: Sql, ids: readonly number[]): Promise<SatExam[]> =>
  sql.many<SatExam>`
    SELECT exam_id, actual_taken_date, grade, grade_comment, tal_reference FROM seminary_exam
    WHERE seminary_student_id = ANY (${[...ids]}::bigint[])
    ORDER BY actual_taken_date DESC NULLS LAST, exam_id`;
