import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** Notes that a record was changed, and gives its new version; call it with every change. */
export async function touchStudent(sql: Sql, id: number, by: string, now: Date): Promise<number> {
  const { version } = await sql.one<Pick<tables.Student, 'version'>>`
    UPDATE student SET version = version + 1, last_change = ${now}, last_change_by = ${by}
    WHERE id = ${id} RETURNING version`;
  return version;
}
