import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../prisma/tables.ts';

/** The lists that others hold and ask for by version; prices stand in the list of packages. */
export type List = 'exams' | 'packages' | 'locations';

/**
 * The version of a list now. Read it before the list itself: then what is given is never older than
 * its version says.
 */
export async function listVersion(sql: Sql, list: List): Promise<number> {
  const { version } = await sql.one<
    Pick<tables.ListVersion, 'version'>
  >`SELECT version FROM list_version WHERE list = ${list}`;
  return version;
}

/**
 * Raises the version of a list in the transaction of a change; changes of one list follow each
 * other from here on.
 */
export async function bumpVersion(sql: Sql, list: List): Promise<number> {
  const { version } = await sql.one<
    Pick<tables.ListVersion, 'version'>
  >`UPDATE list_version SET version = version + 1 WHERE list = ${list} RETURNING version`;
  return version;
}
