import { type Call, command } from '@portal/kit/commands/command';
import { money } from '@portal/kit/money';
import { makeRefunds } from './make-refunds.ts';
import { requestRefund } from './request-refund.ts';
import { refundsNow } from './store.ts';

export interface RefundFees {
  registrationId: number;
  additionalFee: boolean;
  proctorFee: boolean;
  paymentIds: readonly number[];
}
export interface RefundAnswer {
  noCharge: boolean;
  refundedCents: number;
  /** The amount that waits. */
  waitingCents: number;
  message?: string;
  error?: string;
}

const requestFeeRefund = command('refundFees', (tx, input: RefundFees) =>
  requestRefund(tx, input, 'exam_cancelled'),
);

/**
 * Refunds fees of a registration to their cards, once. A refund that cannot
 * be made at once is kept and retried: a partial refund of an unsettled payment waits, which is no
 * error; a refusal of the processor is returned as error.
 */
export async function refundFees(call: Call, input: RefundFees): Promise<RefundAnswer> {
  const { refundIds, paymentIds } = await requestFeeRefund(call, input);
  for (const paymentId of paymentIds) await makeRefunds(call.db, paymentId);
  const refunds = await refundsNow(call.db, refundIds);
  const sum = (some: typeof refunds) =>
    some.reduce((total, refund) => total + refund.amountCents, 0);
  const made = refunds.filter((refund) => refund.state === 'done' || refund.state === 'voided');
  const failed = refunds.filter((refund) => refund.error !== null);
  const waiting = refunds.filter((refund) => !made.includes(refund) && !failed.includes(refund));
  const sentences = [
    ...made
      .slice(0, 1)
      .map((refund) => `Refunded ${money(sum(made))} to card ending ${refund.cardLast4}.`),
    ...waiting
      .slice(0, 1)
      .map(() => `The refund of ${money(sum(waiting))} will be made within a few days.`),
  ];
  return {
    noCharge: refunds.length === 0,
    refundedCents: sum(made) + sum(waiting),
    waitingCents: sum(waiting),
    ...(sentences.length > 0 ? { message: sentences.join(' ') } : {}),
    ...(failed[0]?.error ? { error: failed[0].error } : {}),
  };
}
