import { type Call, command } from '@portal/kit/commands/command';
import { newInvoiceNumber } from '../charges/paying/invoice-number.ts';
import { domainError } from '../errors.ts';
import { holdRefund } from '../refunds/hold-refund.ts';
import { makeRefunds } from '../refunds/make-refunds.ts';
import { lockStudyCharge, type RefundRow, studyRefunds } from './store.ts';

export interface RefundStudy {
  ttiStudentId: string;
  parts: { paymentId: number; amountCents: number }[];
}
export interface StudyRefund {
  refundId: number;
  paymentId: number;
  amountCents: number;
  state: 'done' | 'waiting' | 'refused';
  transactionId?: string;
  doneAt?: Date;
  error?: string;
}

/** Holds every part, or none when one of them is more than is left. */
const holdParts = command(
  'refundStudy',
  async (tx, { ttiStudentId, parts }: RefundStudy): Promise<{ refundIds: number[] }> => {
    const refundIds: number[] = [];
    for (const { paymentId, amountCents } of parts) {
      const charge =
        amountCents > 0 ? await lockStudyCharge(tx, ttiStudentId, paymentId) : undefined;
      const order = {
        cents: amountCents,
        cause: 'study' as const,
        invoiceNumber: newInvoiceNumber(tx.now),
        by: tx.actor.name,
      };
      const id = charge ? await holdRefund(tx, { ...order, chargeId: charge.chargeId }) : null;
      if (id === null)
        throw domainError(
          'refund_too_large',
          'Refund amount cannot be more than the original refund amount.',
        );
      refundIds.push(id);
    }
    return { refundIds };
  },
);

const view = ({
  refundId,
  paymentId,
  amountCents,
  state,
  transactionId,
  doneAt,
  error,
  lookAt,
}: RefundRow): StudyRefund => {
  const known = { refundId, paymentId, amountCents };
  if (doneAt) return { ...known, state: 'done', transactionId, doneAt };
  // abandoned here: it is neither requested again nor skipped until nothing can arrive any more
  if (lookAt) return { ...known, state: 'waiting' };
  return {
    ...known,
    state: state === 'refused' ? 'refused' : 'waiting',
    ...(error === null ? {} : { error }),
  };
};

/**
 * Refunds money of seminary study, amount by amount, each at the account that took it. A partial
 * refund of an unsettled payment waits for settlement, one without an answer is looked up; a
 * refusal by the processor is returned, and its money is no longer held. Refuses with
 * refund_too_large.
 */
export async function refundStudy(call: Call, input: RefundStudy): Promise<StudyRefund[]> {
  const { refundIds } = await holdParts(call, input);
  for (const paymentId of new Set(input.parts.map((part) => part.paymentId)))
    await makeRefunds(call.db, paymentId);
  return getStudyRefunds(call, refundIds);
}

/** How refunds stand now. */
export const getStudyRefunds = async (
  { db }: Pick<Call, 'db'>,
  ids: readonly number[],
): Promise<StudyRefund[]> => (await studyRefunds(db, ids)).map(view);
