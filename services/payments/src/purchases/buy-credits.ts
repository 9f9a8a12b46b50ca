import { durable } from '@portal/kit/commands/process';
import { CreditsPurchased } from '@portal/proto/payments/v1/events';
import type { Method } from '../cards/card-fields.ts';
import { type Card, savedCard } from '../cards/list-cards.ts';
import { cardSteps, openPayment, type Paying, settlePayment } from '../charges/paying/pay-card.ts';
import { grantLot, singleCreditsLot } from '../credits/granting/grant-lot.ts';
import type { CreditTotals } from '../credits/reading/credit-totals.ts';
import { creditsOf } from '../credits/reading/credits-of.ts';
import { buyerOf } from '../projections/buyer.ts';
import { checkAmount, checkMayBuy, checkNumber, creditsPrice } from './purchase-checks.ts';
import { creditsInWords, thanksForCredits } from './thanks.ts';

export interface BuyCredits {
  studentId: number;
  credits: number;
  /** The amount that the person agreed to pay, in cents. */
  amountCents: number;
  /** Null only when the amount is 0. */
  method: Method | null;
}
export interface Bought {
  credits: CreditTotals;
  successMessage: string;
  card?: Card;
}
interface Buying extends Paying {
  schoolId: number | null;
  bought: number;
  credits?: CreditTotals;
}

/**
 * Single credits (C-S31, C-S32): charge, generic lot, receipt. Refuses as PurchasesService says.
 */
export const buyingCredits = durable<BuyCredits, Buying, Bought>({
  name: 'buyCredits',
  begin: async (tx, { studentId, credits, amountCents, method }, { actor }, id) => {
    const buyer = await buyerOf(tx, studentId, tx.now);
    checkMayBuy(buyer, actor);
    checkNumber(credits, actor);
    const expected = creditsPrice(credits, buyer);
    checkAmount(amountCents, expected);
    const card = method?.ccId ? await savedCard(tx, studentId, method.ccId) : undefined;
    const lot = singleCreditsLot(credits, expected, buyer.schoolId);
    const description = creditsInWords(credits);
    const charges = [
      { typeId: '2' as const, description, amountCents: expected, registrationId: null },
    ];
    const paying = await openPayment(tx, id, {
      studentId,
      purpose: 'credits',
      description,
      charges,
      lot,
      card,
    });
    return { ...paying, schoolId: buyer.schoolId, bought: credits };
  },
  steps: [
    ...cardSteps<BuyCredits, Buying>(),
    {
      name: 'settle',
      commit: async (tx, { state }) => {
        const { studentId, paymentId, bought, amountCents, schoolId } = state;
        await settlePayment(tx, state);
        const lot = await grantLot(
          tx,
          studentId,
          singleCreditsLot(bought, amountCents, schoolId),
          paymentId || null,
        );
        tx.emit(CreditsPurchased, { lotId: lot.id, studentId });
        return { credits: await creditsOf(tx, studentId, tx.now) };
      },
    },
  ],
  answer: ({ credits, bought, newCard }) => ({
    credits: credits as CreditTotals,
    successMessage: thanksForCredits(bought),
    ...(newCard ? { card: newCard } : {}),
  }),
});
