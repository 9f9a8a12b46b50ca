import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

export interface Vendor
  extends Pick<
    tables.Vendor,
    'id' | 'name' | 'fullname' | 'active' | 'version' | 'lastChange' | 'lastChangeBy'
  > {
  /** Active exams. */
  inUse: number;
}

/** Vendors with how many active exams each has; null reads all. */
export const readVendors = (sql: Sql, id: number | null): Promise<Vendor[]> =>
  sql.many<Vendor>`
    SELECT v.id, v.name, v.fullname, v.active, v.version, v.last_change, v.last_change_by,
      (SELECT count(*)::int FROM exam e WHERE e.vendor_id = v.id AND e.active) AS in_use
    FROM vendor v WHERE ${id}::bigint IS NULL OR v.id = ${id} ORDER BY v.id`;

interface Changed {
  by: string;
  now: Date;
}

/** Adds a vendor under the next id, 5 at the least, and gives it. R-562. */
export async function insertVendor(
  sql: Sql,
  { name, fullname }: Pick<Vendor, 'name' | 'fullname'>,
  { by, now }: Changed,
): Promise<number> {
  const { id } = await sql.one<Pick<tables.Vendor, 'id'>>`
    INSERT INTO vendor (id, name, fullname, last_change, last_change_by)
    SELECT greatest(5, max(id) + 1), ${name}, ${fullname}, ${now}::timestamptz, ${by}
    FROM vendor RETURNING id`;
  return id;
}

/** Writes what a vendor is called and whether exams are added for it. */
export const updateVendor = (
  sql: Sql,
  { id, name, fullname, active }: Pick<Vendor, 'id' | 'name' | 'fullname' | 'active'>,
  { by, now }: Changed,
): Promise<number> =>
  sql.run`
    UPDATE vendor SET name = ${name}, fullname = ${fullname}, active = ${active},
      version = version + 1, last_change = ${now}, last_change_by = ${by}
    WHERE id = ${id}`;

/** Notes for the exams of a vendor that their rows are as of this version; gives their ids. */
export async function markExamsOf(sql: Sql, vendorId: number, version: number): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Exam, 'id'>>`
    UPDATE exam SET version = ${version} WHERE vendor_id = ${vendorId} RETURNING id`;
  return rows.map(({ id }) => id);
}
