import type { Sql } from '@portal/kit/database/database';
import type { Lot } from '../../lots/lot.ts';
import { type Buyer, buyerOf } from '../../projections/buyer.ts';
import { heldLots } from '../ledger/store.ts';
import { type CreditTotals, creditTotals } from './credit-totals.ts';

/** The credits of these lots as a student sees them. */
export function totalsFor(buyer: Buyer, lots: readonly Lot[]): CreditTotals {
  return creditTotals(lots, {
    pricePerCreditCents: buyer.pricePerCreditCents,
    // a student denied altogether learns of it from each try
    buyingDisabled: buyer.isBuyingStopped || (buyer.isBuyingBarred && !buyer.isDenied),
  });
}

/** The credits of a student now (C-S13). Throws ProjectionMissing. */
export async function creditsOf(sql: Sql, studentId: number, now: Date): Promise<CreditTotals> {
  const [buyer, lots] = await Promise.all([buyerOf(sql, studentId, now), heldLots(sql, studentId)]);
  return totalsFor(buyer, lots);
}
