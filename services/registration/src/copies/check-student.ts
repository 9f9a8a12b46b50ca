import { isStaff, may, studentInView } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import type { Sql } from '@portal/kit/database';
import { readMissing } from './read-copies.ts';
import { studentNotFound } from './with-copies.ts';

const find = (sql: Sql, id: number) => sql.maybe<{ schoolId: number | null }>`SELECT school_id FROM student_copy WHERE id = ${id}`;

/**
 * Staff name a student who must be on record; for a school admin everybody outside the own school is as if not there. Students are always about
 * themselves. Refuses with student_not_found.
 */
export async function checkStudent({ db, actor }: Call): Promise<void> {
  if (!isStaff(actor)) return;
  const id = studentInView(actor);
  const student = (await find(db, id)) ?? (await readMissing(db, { studentId: id }).then(() => find(db, id)));
  const seesAll = may(actor, ['admin', 'support', 'advisor', 'admissions']);
  const isSeen = student !== undefined && (seesAll || (student.schoolId !== null && student.schoolId === actor.schoolId));
  if (!isSeen) throw studentNotFound();
}
