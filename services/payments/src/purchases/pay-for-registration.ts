import { durable } from '@portal/kit/commands/process';
import { CreditsPurchased, FeesPaid } from '@portal/proto/payments/v1/events';
import { cardNotFound, checkNotExpired, type Method } from '../cards/card-fields.ts';
import type { Card } from '../cards/list-cards.ts';
import { cardSteps, openPayment, type Paying, settlePayment } from '../charges/paying/pay-card.ts';
import type { NewCharge } from '../charges/records/new-charge.ts';
import { grantLot, type LotOrder, singleCreditsLot } from '../credits/granting/grant-lot.ts';
import type { CreditTotals } from '../credits/reading/credit-totals.ts';
import { totalsFor } from '../credits/reading/credits-of.ts';
import {
  heldLots,
  lockHeldLots,
  missingCredits,
  planWith,
  spend,
} from '../credits/spending/spend.ts';
import type { Spending } from '../lots/spend-plan.ts';
import type { Buyer, ExamForSale } from '../projections/buyer.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import {
  checkAmount,
  checkMayBuy,
  checkNumberWithFees,
  creditsPrice,
  tooFewCredits,
} from './purchase-checks.ts';
import { purchaseFacts } from './purchase-facts.ts';
import { comingLot, feesOf } from './registration-fees.ts';
import { creditsInWords } from './thanks.ts';

export interface PayForRegistration {
  studentId: number;
  registrationId: number;
  examId: number;
  /** 0 when nothing is missing. */
  credits: number;
  /** Credits and fees together. */
  amountCents: number;
  additionalChargeCents: number;
  /** Null only when the amount is 0. */
  method: Method | null;
  failedRegistrationId: number | null;
}
export interface PaidForRegistration {
  /**
   * Absent when the credits were spent elsewhere during the payment: the student keeps the paid
   * ones, and the fees are refunded.
   */
  spending?: Spending;
  credits: CreditTotals;
  card?: Card;
  creditsBought: number;
  /** 0 when nothing was to be paid. */
  paymentId: number;
  proctorFeeCents: number;
  additionalFeeCents: number;
}
interface State extends Paying {
  buyer: Buyer;
  exam: ExamForSale;
  fees: { proctorCents: number; additionalCents: number };
  lot?: LotOrder;
  spending?: Spending;
  credits?: CreditTotals;
}

/**
 * One payment for missing credits, proctor fee and additional fee of a registration that is about
 * to be made and booked, in two commits: the money, the lot and the spending stand or fall
 * together. The fees are those of the lots that would pay. Refuses as every purchase
 * does, and with too_few_credits.
 */
export const payingForRegistration = durable<PayForRegistration, State, PaidForRegistration>({
  name: 'payForRegistration',
  begin: async (tx, input, { actor }, id) => {
    const { studentId, registrationId, examId, credits, failedRegistrationId } = input;
    const [{ buyer, exam, card }, lots] = await Promise.all([
      purchaseFacts(tx, studentId, examId, input.method, tx.now),
      heldLots(tx, studentId),
    ]);
    if (credits > 0) checkMayBuy(buyer, actor);
    const missing = await missingCredits(tx, lots, exam, failedRegistrationId);
    const creditsCents = creditsPrice(credits, buyer);
    const lot = credits > 0 ? singleCreditsLot(credits, creditsCents, buyer.schoolId) : undefined;
    // missing credits are bought, so the new lot is the last that would pay
    const held = lot && missing > 0 ? [...lots, comingLot(lot, tx.now)] : lots;
    const plan = await planWith(tx, held, exam, failedRegistrationId);
    const fees = feesOf(plan, input.additionalChargeCents);
    const feesCents = fees.proctorCents + fees.additionalCents;
    checkNumberWithFees(credits, missing, feesCents);
    checkAmount(input.amountCents, creditsCents + feesCents);
    if (input.method?.ccId && !card) throw cardNotFound();
    if (card) checkNotExpired(card, tx.now);
    const rows: NewCharge[] = [
      {
        typeId: '2',
        description: creditsInWords(credits),
        amountCents: creditsCents,
        registrationId,
      },
      { typeId: '1', description: 'Proctor fee', amountCents: fees.proctorCents, registrationId },
      {
        typeId: '3',
        description: 'Additional fee',
        amountCents: fees.additionalCents,
        registrationId,
      },
    ];
    const charges = rows.filter(({ amountCents }) => amountCents > 0);
    const paying = await openPayment(tx, id, {
      studentId,
      purpose: `exam:${examId}`,
      description: charges.map(({ description }) => description).join(', '),
      charges,
      ...(lot ? { lot } : {}),
      card,
    });
    return { ...paying, buyer, exam, fees, ...(lot ? { lot } : {}) };
  },
  steps: [
    ...cardSteps<PayForRegistration, State>(),
    {
      name: 'settle',
      commit: async (tx, { state, input }) => {
        const { studentId, paymentId, buyer, exam, fees, lot } = state;
        const [, granted, lots] = await Promise.all([
          settlePayment(tx, state),
          lot ? grantLot(tx, studentId, lot, paymentId) : null,
          lockHeldLots(tx, studentId),
        ]);
        if (granted) tx.emit(CreditsPurchased, { lotId: granted.id, studentId });
        const { registrationId, failedRegistrationId } = input;
        const spent = await spend(
          tx,
          { studentId, registrationId, exam, failedRegistrationId },
          lots,
        );
        const credits = totalsFor(buyer, spent.lots);
        const hasFees = fees.proctorCents + fees.additionalCents > 0;
        if (spent.outcome === 'spent') {
          if (hasFees) tx.emit(FeesPaid, { paymentId, studentId, registrationId });
          return { credits, spending: spent.spending };
        }
        // nothing was paid, so nothing is kept, as if the request had come a moment later
        if (paymentId === 0)
          throw tooFewCredits(spent.outcome === 'missing' ? spent.missing : exam.credits);
        if (hasFees) await requestRefund(tx, { paymentId, feesOnly: true }, 'registration_closed');
        return { credits };
      },
    },
  ],
  answer: ({ credits, spending, newCard, lot, paymentId, fees }) => ({
    credits: credits as CreditTotals,
    creditsBought: lot?.credits ?? 0,
    paymentId,
    proctorFeeCents: fees.proctorCents,
    additionalFeeCents: fees.additionalCents,
    ...(spending ? { spending } : {}),
    ...(newCard ? { card: newCard } : {}),
  }),
});
