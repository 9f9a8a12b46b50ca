import type { FindSubject } from '@portal/kit/commands/authorize';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { readMissing } from './read-projections.ts';
import { studentNotFound } from './with-projections.ts';

const find = (sql: Sql, id: number) =>
  sql.maybe<
    Pick<tables.StudentProjection, 'schoolId'>
  >`SELECT school_id FROM student_copy WHERE id = ${id} AND closed_at IS NULL`;

/** Finds the student whom staff act for. Throws student_not_found for an unknown student. */
export const findSubject: FindSubject = async ({ db }, studentId) => {
  const student =
    (await find(db, studentId)) ??
    (await readMissing(db, { studentId }).then(() => find(db, studentId)));
  if (student === undefined) throw studentNotFound();
  return { studentId, schoolId: student.schoolId };
};
