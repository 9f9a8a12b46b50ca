import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';
import { rowsOfStudent } from '../../prisma/personal-tables.ts';

/** All rows here about a student: orders of their school. R-588 */
export const personalRows = (sql: Sql, { studentId }: Person): Promise<PersonalRow[]> =>
  rowsOfStudent(sql, studentId);
