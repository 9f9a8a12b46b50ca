import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { PriceKind } from './price.ts';

/**
 * The portal's own prices that belong to no exam or package, in cents: of a credit (a school may
 * have its own pair; null: not set yet), of the proctor of a sitting and of a retake that the
 * vendor approved. R-602.
 */
export type Prices = Pick<
  tables.PriceList,
  'memberCents' | 'nonmemberCents' | 'proctorFeeCents' | 'retakeFeeCents'
>;

/** Returns the field of the price of a kind; undefined for the price of a package or an exam. */
export const fieldOf = (kind: PriceKind): keyof Prices | undefined =>
  FIELDS.find(([of]) => of === kind)?.[1];

export const FIELDS = [
  ['credit_member', 'memberCents'],
  ['credit_nonmember', 'nonmemberCents'],
  ['proctor_fee', 'proctorFeeCents'],
  ['retake_fee', 'retakeFeeCents'],
] as const satisfies readonly (readonly [PriceKind, keyof Prices])[];

/** Reads the prices in force; a migration makes the first row. */
export const readPrices = (sql: Sql): Promise<Prices> =>
  sql.one<Prices>`
    SELECT member_cents, nonmember_cents, proctor_fee_cents, retake_fee_cents
    FROM price_list ORDER BY id DESC LIMIT 1`;

/** Puts prices in the place of those that held; gives the id of their row. */
export async function insertPrices(
  sql: Sql,
  prices: Prices,
  { by, now }: { by: string; now: Date },
): Promise<number> {
  const { id } = await sql.one<Pick<tables.PriceList, 'id'>>`
    INSERT INTO price_list (member_cents, nonmember_cents, proctor_fee_cents, retake_fee_cents,
      since, set_by)
    VALUES (${prices.memberCents}, ${prices.nonmemberCents}, ${prices.proctorFeeCents},
      ${prices.retakeFeeCents}, ${now}, ${by})
    RETURNING id`;
  return id;
}
