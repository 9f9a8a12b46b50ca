import type { TtiPayment } from '../../partners/tti.ts';

/** One of our rows: a payment, or a refund below zero. */
export interface OwnPayment {
  id: number;
  studentProgramId: number;
  reference: string;
  /** TTI's id of it; null until it is reported. */
  partnerId: number | null;
  amountCents: number;
  settledCents: number;
  gateway: 'TTI' | 'TTINJ';
  method: 'CC' | 'ACH';
  last4: string;
  paidAt: Date;
  madeAt: Date | null;
  toldPartnerAt: Date | null;
  paymentId: number | null;
  refundId: number | null;
  refundOf: number | null;
  transactionId: string | null;
}

/** A payment as a person sees it. */
export interface SeenPayment {
  id: number;
  at: Date;
  amountCents: number;
  account: 'TTI' | 'TTINJ';
  methodType: 'CC' | 'ACH';
}

export const seenPayment = ({
  id,
  partnerId,
  paidAt,
  madeAt,
  amountCents,
  gateway,
  method,
}: OwnPayment): SeenPayment => ({
  id: partnerId ?? id,
  at: madeAt ?? paidAt,
  amountCents,
  account: gateway,
  methodType: method,
});

/**
 * Returns the payments of a programme, oldest first: TTI's list and those not reported to it yet.
 */
export function seenPayments(
  listed: readonly TtiPayment[],
  ours: readonly OwnPayment[],
): SeenPayment[] {
  const known = new Set(listed.map((one) => one.reference));
  const atTti = listed.map((one) => ({
    id: one.studentPaymentId,
    at: new Date(one.addDate),
    amountCents: one.amount,
    account: one.paymentGateway,
    methodType: one.paymentMethodType,
  }));
  const rest = ours.filter((one) => !known.has(one.reference)).map(seenPayment);
  return [...atTti, ...rest].sort((a, b) => a.at.getTime() - b.at.getTime());
}
