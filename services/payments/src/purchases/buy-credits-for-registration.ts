import { durable } from '@portal/kit/commands/process';
import { CreditsPurchased } from '@portal/proto/payments/v1/events';
import { cardNotFound, checkNotExpired, type Method } from '../cards/card-fields.ts';
import type { Card } from '../cards/list-cards.ts';
import { cardSteps, openPayment, type Paying, settlePayment } from '../charges/paying/pay-card.ts';
import { grantLot, singleCreditsLot } from '../credits/granting/grant-lot.ts';
import type { CreditTotals } from '../credits/reading/credit-totals.ts';
import { totalsFor } from '../credits/reading/credits-of.ts';
import { heldLots, lockHeldLots, missingCredits, spend } from '../credits/spending/spend.ts';
import type { Spending } from '../lots/spend-plan.ts';
import type { Buyer, ExamForSale } from '../projections/buyer.ts';
import { checkAmount, checkMayBuy, checkNumberForExam, creditsPrice } from './purchase-checks.ts';
import { purchaseFacts } from './purchase-facts.ts';
import { creditsInWords } from './thanks.ts';

export interface BuyCreditsForRegistration {
  studentId: number;
  registrationId: number;
  examId: number;
  credits: number;
  amountCents: number;
  method: Method | null;
  failedRegistrationId: number | null;
}
export interface BoughtForRegistration {
  /**
   * Absent when the credits were spent elsewhere during the payment: the student keeps the paid
   * ones.
   */
  spending?: Spending;
  credits: CreditTotals;
  card?: Card;
  creditsBought: number;
}
interface Buying extends Paying {
  buyer: Buyer;
  exam: ExamForSale;
  bought: number;
  spending?: Spending;
  credits?: CreditTotals;
}

/**
 * Charge, credits in, credits out for one registration, in two commits (C-S34, C-S35): the money,
 * the lot and the spending stand or fall together. Refuses as every purchase does, with
 * too_few_credits, and with amount_changed (expected: 0) when nothing is missing.
 */
export const buyingForRegistration = durable<
  BuyCreditsForRegistration,
  Buying,
  BoughtForRegistration
>({
  name: 'buyCreditsForRegistration',
  begin: async (tx, input, { actor }, id) => {
    const { studentId, examId, credits } = input;
    const [{ buyer, exam, card }, lots] = await Promise.all([
      purchaseFacts(tx, studentId, examId, input.method, tx.now),
      heldLots(tx, studentId),
    ]);
    checkMayBuy(buyer, actor);
    checkNumberForExam(credits, await missingCredits(tx, lots, exam, input.failedRegistrationId));
    const expected = creditsPrice(credits, buyer);
    checkAmount(input.amountCents, expected);
    if (input.method?.ccId && !card) throw cardNotFound();
    if (card) checkNotExpired(card, tx.now);
    const lot = singleCreditsLot(credits, expected, buyer.schoolId);
    const description = creditsInWords(credits);
    const charges = [
      {
        typeId: '2' as const,
        description,
        amountCents: expected,
        registrationId: input.registrationId,
      },
    ];
    const paying = await openPayment(tx, id, {
      studentId,
      purpose: `exam:${examId}`,
      description,
      charges,
      lot,
      card,
    });
    return { ...paying, buyer, exam, bought: credits };
  },
  steps: [
    ...cardSteps<BuyCreditsForRegistration, Buying>(),
    {
      name: 'settle',
      commit: async (tx, { state, input }) => {
        const { studentId, paymentId, bought, amountCents, buyer, exam } = state;
        const order = singleCreditsLot(bought, amountCents, buyer.schoolId);
        const [, lot, lots] = await Promise.all([
          settlePayment(tx, state),
          grantLot(tx, studentId, order, paymentId || null),
          lockHeldLots(tx, studentId),
        ]);
        tx.emit(CreditsPurchased, { lotId: lot.id, studentId });
        const { registrationId, failedRegistrationId } = input;
        const spent = await spend(
          tx,
          { studentId, registrationId, exam, failedRegistrationId },
          lots,
        );
        return {
          credits: totalsFor(buyer, spent.lots),
          ...(spent.outcome === 'spent' ? { spending: spent.spending } : {}),
        };
      },
    },
  ],
  answer: ({ credits, spending, newCard, bought }) => ({
    credits: credits as CreditTotals,
    creditsBought: bought,
    ...(spending ? { spending } : {}),
    ...(newCard ? { card: newCard } : {}),
  }),
});
