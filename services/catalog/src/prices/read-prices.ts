import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** The portal's own price of one credit, in cents; a school may have another pair. */
export type Prices = Pick<tables.PriceList, 'memberCents' | 'nonmemberCents'>;

/** The pair that holds now, or null when none was ever set. */
export async function readPrices(sql: Sql): Promise<Prices | null> {
  const prices = await sql.maybe<Prices>`
      SELECT member_cents, nonmember_cents FROM price_list ORDER BY id DESC LIMIT 1`;
  return prices ?? null;
}
