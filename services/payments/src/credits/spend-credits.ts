import { command } from '@portal/kit/command';
import { conflict } from '@portal/kit/errors';
import { buyerOf, examForSale } from '../copies/buyer.ts';
import type { CreditTotals } from './credit-totals.ts';
import { totalsFor } from './credits-of.ts';
import { spend } from './spend.ts';
import type { Spending } from './spend-plan.ts';

export interface SpendCredits {
  studentId: number;
  registrationId: number;
  examId: number;
  failedRegistrationId: number | null;
}

/** Spends credits for one registration. Refuses with not_enough_credits (missing, expected: cents) or credits_returned. */
export const spendCredits = command(
  'spendCredits',
  async (tx, { examId, ...order }: SpendCredits): Promise<{ spending: Spending; credits: CreditTotals }> => {
    const buyer = await buyerOf(tx, order.studentId);
    const spent = await spend(tx, { ...order, exam: await examForSale(tx, examId) });
    if (spent.outcome === 'missing') {
      const { missing } = spent;
      const expected = missing * buyer.pricePerCreditCents;
      throw conflict('not_enough_credits', 'You do not have enough credits for this exam.', { missing, expected });
    }
    if (spent.outcome === 'closed') throw conflict('credits_returned', 'The credits of this registration were given back already.');
    return { spending: spent.spending, credits: totalsFor(buyer, spent.lots) };
  },
);
