import type { NewCardFields, PaymentMethod } from '@portal/contract/payments/cards';
import type { Package } from '@portal/contract/payments/credits';
import {
  purchaseCredits,
  purchaseCreditsWithProfile,
  purchasePackageWithNewProfile,
  purchasePackageWithProfile,
  removePaymentMethod,
  saveCreditCard,
} from '@portal/contract/purchases/payments';
import type { Effect } from '../history.ts';
import { about, cents, intentOf, type Payment, type Subject } from './about.ts';

// The calls that change cards and credits, each with the effect that its answer states.

interface Bought {
  readonly totCreditsAvailable: number;
  readonly paymentMethod: PaymentMethod | null;
}
const bought =
  (credits: number, amount: number) =>
  ({ totCreditsAvailable, paymentMethod }: Bought): Effect => ({
    charged: cents(amount),
    credits,
    creditsAfter: totCreditsAvailable,
    ...(paymentMethod ? { cardSaved: paymentMethod.cc4digits } : {}),
  });

export function buyCredits(
  subject: Subject,
  { credits, amount }: { credits: number; amount: number },
  payment: Payment,
) {
  const order = { numberOfCredits: credits, amount, ...about(subject) };
  const { studentId, client } = subject;
  const newCard = payment.kind === 'new';
  const effect = ({ totCreditsAvailable, paymentMethod }: Bought) =>
    bought(credits, amount)({ totCreditsAvailable, paymentMethod: newCard ? paymentMethod : null });
  const doing = { studentId, intent: intentOf(payment), effect };
  return payment.kind === 'saved'
    ? client.change(purchaseCreditsWithProfile, { ...order, ccId: payment.ccId }, doing)
    : client.change(purchaseCredits, { ...order, ...payment.card }, doing);
}

export function buyPackage(subject: Subject, offer: Package, payment: Payment) {
  const { id: packageId, purchase_price: amount, number_of_credits: credits } = offer;
  const order = { packageId, amount, ...about(subject) };
  const { studentId, client } = subject;
  const newCard = payment.kind === 'new';
  const effect = ({ totCreditsAvailable, paymentMethod }: Bought) =>
    bought(credits, amount)({ totCreditsAvailable, paymentMethod: newCard ? paymentMethod : null });
  const doing = { studentId, intent: intentOf(payment), effect };
  return payment.kind === 'saved'
    ? client.change(purchasePackageWithProfile, { ...order, ccId: payment.ccId }, doing)
    : client.change(purchasePackageWithNewProfile, { ...order, ...payment.card }, doing);
}

export const saveCard = (subject: Subject, card: NewCardFields) =>
  subject.client.change(
    saveCreditCard,
    { ...card, ...about(subject) },
    {
      studentId: subject.studentId,
      intent: { cardSaved: card.ccLast4 },
      effect: ({ paymentMethod }) => ({ cardSaved: paymentMethod.cc4digits }),
    },
  );

export const removeCard = (subject: Subject, { ccId, cc4digits }: PaymentMethod) =>
  subject.client.change(
    removePaymentMethod,
    { ccId, ...about(subject) },
    { studentId: subject.studentId, effect: () => ({ cardRemoved: cc4digits }) },
  );
