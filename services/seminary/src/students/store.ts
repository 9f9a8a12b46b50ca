import type { Sql } from '@portal/kit/database';

/** Seminaries by name. */
export const findSeminaries = (db: Sql) => db.many<{ id: number; name: string }>`SELECT id, name FROM seminary WHERE active ORDER BY name`;

/** Programmes that a member is in now. */
export const findStudentPrograms = (db: Sql, studentId: number) =>
  db.many<{
    programId: number;
    year: number;
  }>`SELECT program_id, year FROM student_program WHERE student_id = ${studentId} AND state = 'joined' ORDER BY program_id, year`;
