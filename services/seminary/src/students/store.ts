import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** Seminaries by name. */
export const findSeminaries = (db: Sql) =>
  db.many<
    Pick<tables.Seminary, 'id' | 'name'>
  >`SELECT id, name FROM seminary WHERE active ORDER BY name`;

/** Programmes that a member is in now. */
export const findStudentPrograms = (db: Sql, studentId: number) =>
  db.many<Pick<tables.StudentProgram, 'programId' | 'year'>>`
    SELECT program_id, year FROM student_program
    WHERE student_id = ${studentId} AND state = 'joined' ORDER BY program_id, year`;
