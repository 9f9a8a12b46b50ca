import { can, scopeOf } from '@portal/access/can';
import type { Sql } from '@portal/kit/database/database';
import { type FindKind, RANK } from '@portal/kit/finder/find-things';
import { idTyped } from '@portal/kit/finder/finder-query';
import type * as tables from '../../prisma/tables.ts';

type Named = Pick<tables.Registration, 'id' | 'studentId' | 'examId' | 'status'> &
  Pick<tables.StudentCopy, 'firstName' | 'lastName'> &
  Pick<tables.ExamCopy, 'subject'>;

/** What did not come to anything, or was given up. */
const over = new Set(['cancelled', 'dropped']);

/**
 * A registration by its id, 'r881' or 881, for who may open the pages of students; a school admin
 * finds those of the own school..
 */
export const findRegistrations: FindKind = async ({ db, actor }, query, recent) => {
  if (!can(actor, 'exam.list') && !can(actor, 'student_info.read')) return [];
  const id = idTyped(query, 'registration');
  const ids = query.text === '' ? [...recent] : id === null ? [] : [id];
  if (ids.length === 0) return [];
  const isOfSchool = scopeOf(actor, 'student_info.read') === 'own_school';
  const rows = await listRegistrations(db, ids, isOfSchool ? (actor.schoolId ?? 0) : null);
  return rows.map((row) => ({
    id: row.id,
    rank: RANK.exactId,
    title: `Registration ${row.id}`,
    sub: [
      `${row.lastName}, ${row.firstName}`,
      row.subject,
      ...(over.has(row.status) ? [row.status] : []),
    ].join(' · '),
    studentId: row.studentId,
    examId: row.examId,
  }));
};

const listRegistrations = (
  sql: Sql,
  ids: readonly number[],
  schoolId: number | null,
): Promise<Named[]> =>
  sql.many<Named>`
    SELECT r.id, r.student_id, r.exam_id, r.status, s.first_name, s.last_name, e.subject
    FROM registration r
    JOIN student_copy s ON s.id = r.student_id
    JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.id = ANY(${[...ids]}::bigint[]) AND r.status <> 'pending'
      AND (${schoolId}::bigint IS NULL OR s.school_id = ${schoolId})`;
