import { durable } from '@portal/kit/commands/process';
import type { Method } from '../cards/card-fields.ts';
import { type Card, savedCard } from '../cards/list-cards.ts';
import { cardSteps, openPayment, type Paying, settlePayment } from '../charges/paying/pay-card.ts';

export interface PayRetakeFee {
  studentId: number;
  registrationId: number;
  amountCents: number;
  method: Method;
}
export interface RetakeFeePaid {
  paymentId: number;
  card?: Card;
}

/**
 * The fee of a retake that the vendor approved, a charge of type '4' (C-A30, C-A31). Refuses as
 * every payment does.
 */
export const payingRetakeFee = durable<PayRetakeFee, Paying, RetakeFeePaid>({
  name: 'payRetakeFee',
  begin: async (tx, { studentId, registrationId, amountCents, method }, _call, id) => {
    const card = method.ccId ? await savedCard(tx, studentId, method.ccId) : undefined;
    const description = 'Retake fee';
    const charge = { typeId: '4' as const, description, amountCents, registrationId };
    const charges = amountCents > 0 ? [charge] : [];
    return openPayment(tx, id, {
      studentId,
      purpose: `retake:${registrationId}`,
      description,
      charges,
      card,
    });
  },
  steps: [
    ...cardSteps<PayRetakeFee, Paying>(),
    {
      name: 'settle',
      commit: async (tx, { state }) => {
        await settlePayment(tx, state);
        return undefined;
      },
    },
  ],
  answer: ({ paymentId, newCard }) => ({ paymentId, ...(newCard ? { card: newCard } : {}) }),
});
