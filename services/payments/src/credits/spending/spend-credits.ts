import { command } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import type { Spending } from '../../lots/spend-plan.ts';
import { buyerOf, examForSale } from '../../projections/buyer.ts';
import { lockHeldLots } from '../ledger/store.ts';
import type { CreditTotals } from '../reading/credit-totals.ts';
import { totalsFor } from '../reading/credits-of.ts';
import { spend } from './spend.ts';

export interface SpendCredits {
  studentId: number;
  registrationId: number;
  examId: number;
  failedRegistrationId: number | null;
}

/**
 * Spends credits for one registration. Refuses with not_enough_credits (missing,
 * expected: cents, once a price is set) or credits_returned.
 */
export const spendCredits = command(
  'spendCredits',
  async (
    tx,
    { examId, ...order }: SpendCredits,
  ): Promise<{ spending: Spending; credits: CreditTotals }> => {
    const [buyer, exam, lots] = await Promise.all([
      buyerOf(tx, order.studentId, tx.now),
      examForSale(tx, examId),
      lockHeldLots(tx, order.studentId),
    ]);
    const spent = await spend(tx, { ...order, exam }, lots);
    if (spent.outcome === 'missing') {
      const { missing } = spent;
      const price = buyer.pricePerCreditCents;
      throw domainError('not_enough_credits', {
        missing,
        ...(price === null ? {} : { expected: missing * price }),
      });
    }
    if (spent.outcome === 'closed') throw domainError('credits_returned');
    return { spending: spent.spending, credits: totalsFor(buyer, spent.lots) };
  },
);
