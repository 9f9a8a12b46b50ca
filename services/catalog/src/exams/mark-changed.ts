import type { Sql } from '@portal/kit/database/database';

/** Records the version of the list and its author with these exams. */
export const markChanged = (
  sql: Sql,
  examIds: readonly number[],
  { version, by, now }: { version: number; by: string; now: Date },
): Promise<number> =>
  sql.run`
    UPDATE exam SET version = ${version}, last_change = ${now}, last_change_by = ${by}
    WHERE id = ANY(${examIds}::bigint[])`;
