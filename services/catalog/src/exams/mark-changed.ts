import type { Sql } from '@portal/kit/database/database';

/** Notes for exams that their row is as of this version of the list, and who made it so. */
export const markChanged = (
  sql: Sql,
  examIds: readonly number[],
  { version, by, now }: { version: number; by: string; now: Date },
): Promise<number> =>
  sql.run`
    UPDATE exam SET version = ${version}, last_change = ${now}, last_change_by = ${by}
    WHERE id = ANY(${examIds}::bigint[])`;
