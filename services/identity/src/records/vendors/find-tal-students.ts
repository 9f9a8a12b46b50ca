import type { Call } from '@portal/kit/commands/command';
import type * as tables from '../../../prisma/tables.ts';
import { nameKey } from '../students/name-key.ts';

/** A student as TAL may name them. */
export interface TalStudent extends Pick<tables.Student, 'talId' | 'lastName' | 'firstName'> {
  studentId: number;
}
export interface TalNames {
  talIds: readonly string[];
  names: readonly { lastName: string; firstName: string }[];
}

const MOST = 40_000;

/**
 * Finds the students whom TAL may mean, by its id or by last and first name; ignores case and
 * accents of names.
 */
export const findTalStudents = (
  { db }: Pick<Call, 'db'>,
  { talIds, names }: TalNames,
): Promise<TalStudent[]> =>
  db.many<TalStudent>`
    WITH found AS (
      SELECT id FROM student WHERE tal_id = ANY (${talIds}::text[])
      UNION SELECT s.id
      FROM unnest(${names.map(({ lastName }) => nameKey(lastName))}::text[],
        ${names.map(({ firstName }) => nameKey(firstName))}::text[]) AS n (last_name, first_name)
      JOIN student s ON s.last_name_key = n.last_name AND s.first_name_key = n.first_name)
    SELECT s.id AS student_id, s.tal_id, s.last_name, s.first_name
    FROM found JOIN student s USING (id) ORDER BY s.id LIMIT ${MOST}`;
