import type { PaymentMethod, NewCard as ReadCard } from '@portal/contract/payments/cards';
import type { Charge as ChargeView } from '@portal/contract/payments/charges';
import { dayInNewYork } from '@portal/kit/clock';
import { centsFromDollars } from '@portal/kit/money';
import type { Card, Method, NewCard } from '@portal/proto/payments/v1/cards';
import type { Charge } from '@portal/proto/payments/v1/charges';

export const cardView = (card: Card): PaymentMethod => ({
  ccId: card.ccId,
  cardtype: card.cardType as PaymentMethod['cardtype'],
  cc4digits: card.last4,
  ccName: card.name,
  ccExpMonth: card.expMonth,
  ccExpYear: card.expYear,
  expired: card.expired,
  expiresSoon: card.expiresSoon,
  isDefault: card.isDefault,
});

export const cardOrNull = (card: Card | undefined): PaymentMethod | null =>
  card ? cardView(card) : null;

/** Dollars of a request in cents; the contract has seen that there are at most two places. */
export function toCents(dollars: number): number {
  const cents = centsFromDollars(dollars);
  if (cents === null) throw new RangeError('an amount that the contract should have refused');
  return cents;
}

export const newCard = (card: ReadCard): NewCard => ({
  descriptor: card.acceptPaymentDescriptor,
  value: card.acceptPaymentValue,
  last4: card.ccLast4,
  expMonth: card.ccExpMonth,
  expYear: card.ccExpYear,
  billingZip: card.billingZipCode,
  cardholderName: card.cardholderName,
  cardType: card.cardType,
});

/** Returns the payment of a call; absent when nothing is to be paid. */
export function methodOf(
  paid: { card: ReadCard | null } | { ccId: string | null },
): Method | undefined {
  if ('card' in paid)
    return paid.card ? { newCard: newCard(paid.card), ccId: undefined } : undefined;
  return paid.ccId ? { ccId: paid.ccId, newCard: undefined } : undefined;
}

/** A charge for staff. */
export const chargeView = (charge: Charge): ChargeView => ({
  id: charge.id,
  transactionDate: charge.transactionDate?.toISOString() ?? null,
  charge_description: charge.description,
  amount: charge.amountCents / 100,
  status: charge.status as ChargeView['status'],
  refundAmount: charge.refundedCents / 100,
  refundDate: charge.refundedAt ? dayInNewYork(charge.refundedAt) : null,
  registrationId: charge.registrationId ?? null,
  lastChangeBy: charge.lastChangeBy,
  chargeTypeId: charge.chargeTypeId as ChargeView['chargeTypeId'],
  refundable: charge.refundableCents / 100,
  refundError: charge.refundError ?? null,
  refundNextTry: charge.refundNextTryAt?.toISOString() ?? null,
});
