import { can, scopeOf } from '@portal/access/can';
import type { Sql } from '@portal/kit/database/database';
import { type FindKind, RANK } from '@portal/kit/finder/find-things';
import { idTyped } from '@portal/kit/finder/finder-query';
import type * as tables from '../../../prisma/tables.ts';
import { finalResult } from '../../records/registrations/state/grade-result.ts';
import { dayAndTime } from './day-and-time.ts';

type Named = Pick<tables.Registration, 'id' | 'studentId' | 'examId' | 'status'> &
  Pick<tables.StudentProjection, 'firstName' | 'lastName'> &
  Pick<tables.ExamProjection, 'subject'> & {
    gradeComment: string | null;
    sessionStartsAt: Date | null;
    place: string | null;
  };

/** Returns 'Dec 6, 2026, 9:30 AM ET'. */
function sessionText(startsAt: Date): string {
  const { day, time } = dayAndTime(startsAt);
  return `${day}, ${time} ET`;
}

/** Returns the state, the result and the session of a registration, as far as it has them. */
const stateText = ({ status, gradeComment, sessionStartsAt, place }: Named): string =>
  [
    finalResult({ gradeComment }) ?? status.replaceAll('_', ' '),
    ...(sessionStartsAt === null ? [] : [sessionText(sessionStartsAt)]),
    ...(place === null ? [] : [place]),
  ].join(', ');

/**
 * Finds a registration by its id, 'r881' or 881, for callers who may open the pages of students; a
 * school admin finds those of their own school..
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
    sub: [`${row.lastName}, ${row.firstName}`, row.subject, stateText(row)].join(' · '),
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
    SELECT r.id, r.student_id, r.exam_id, r.status, s.first_name, s.last_name, e.subject,
      x.grade_comment, t.starts_at AS session_starts_at,
      COALESCE(l.name, c.name, CASE t.session_type WHEN '99' THEN 'Online' END) AS place
    FROM registration r
    JOIN student_copy s ON s.id = r.student_id
    JOIN exam_copy e ON e.id = r.exam_id
    LEFT JOIN exam_result x ON x.registration_id = r.id
    LEFT JOIN session t ON t.id = r.session_id
    LEFT JOIN location_copy l ON l.id = t.location_id
    LEFT JOIN school_copy c ON c.id = t.school_id
    WHERE r.id = ANY(${[...ids]}::bigint[]) AND r.status <> 'pending'
      AND (${schoolId}::bigint IS NULL OR s.school_id = ${schoolId})`;
