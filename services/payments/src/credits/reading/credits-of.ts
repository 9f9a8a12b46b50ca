import type { Sql } from '@portal/kit/database/database';
import { type Buyer, buyerOf } from '../../projections/buyer.ts';
import type { Lot } from '../ledger/lot.ts';
import { heldLots } from '../ledger/store.ts';
import { type CreditTotals, creditTotals } from './credit-totals.ts';

/** What a student sees of these lots. */
export function totalsFor(buyer: Buyer, lots: readonly Lot[]): CreditTotals {
  return creditTotals(lots, {
    pricePerCreditCents: buyer.pricePerCreditCents,
    buyingDisabled: buyer.isBuyingStopped,
  });
}

/** The credits of a student now (C-S13). Throws MissingCopy. */
export async function creditsOf(sql: Sql, studentId: number): Promise<CreditTotals> {
  const [buyer, lots] = await Promise.all([buyerOf(sql, studentId), heldLots(sql, studentId)]);
  return totalsFor(buyer, lots);
}
