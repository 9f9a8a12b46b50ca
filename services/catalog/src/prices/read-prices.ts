import type { Sql } from '@portal/kit/database/database';
import { FIRST_PROCTOR_FEE_CENTS, FIRST_RETAKE_FEE_CENTS } from '@portal/proto/prices/first-fees';
import type * as tables from '../../prisma/tables.ts';
import type { PriceKind } from './price.ts';

/**
 * The portal's own prices that are of nothing in particular, in cents: of a credit (a school may
 * have another pair), of the proctor of a sitting and of a retake that the vendor approved.
 */
export type Prices = Pick<
  tables.PriceList,
  'memberCents' | 'nonmemberCents' | 'proctorFeeCents' | 'retakeFeeCents'
>;

/** What holds before anything was set. */
export const FIRST_PRICES: Prices = {
  memberCents: 0,
  nonmemberCents: 0,
  proctorFeeCents: FIRST_PROCTOR_FEE_CENTS,
  retakeFeeCents: FIRST_RETAKE_FEE_CENTS,
};

/** Where the price of a kind stands among them; undefined: it is of a package or an exam. */
export const fieldOf = (kind: PriceKind): keyof Prices | undefined =>
  FIELDS.find(([of]) => of === kind)?.[1];

export const FIELDS = [
  ['credit_member', 'memberCents'],
  ['credit_nonmember', 'nonmemberCents'],
  ['proctor_fee', 'proctorFeeCents'],
  ['retake_fee', 'retakeFeeCents'],
] as const satisfies readonly (readonly [PriceKind, keyof Prices])[];

/** What holds now, or null when none was ever set. */
export async function readPrices(sql: Sql): Promise<Prices | null> {
  const prices = await sql.maybe<Prices>`
    SELECT member_cents, nonmember_cents, proctor_fee_cents, retake_fee_cents
    FROM price_list ORDER BY id DESC LIMIT 1`;
  return prices ?? null;
}

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
