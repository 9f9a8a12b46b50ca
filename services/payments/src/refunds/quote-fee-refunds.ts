import type { Call } from '@portal/kit/commands/command';
import { malformed } from '@portal/kit/errors';
import { NoAnswer, ProcessorError } from '../partners/authorize-net.ts';
import { findTransaction } from '../partners/card-transactions.ts';
import { refundMove } from './refund-move.ts';
import { type RefundableFees, refundableFees } from './store.ts';

/** Every payment is settled by then. */
const SETTLED_AFTER_MS = 3 * 24 * 3_600_000;
/** The maximum number of payments looked up at the processor; the others count as waiting. */
const MAX_LOOKED_UP = 20;
const MAX_FEES = 2_000;

const isSurelyNow = ({ cents, amountCents, capturedAt }: RefundableFees, now: Date): boolean =>
  cents === amountCents || now.getTime() - capturedAt.getTime() > SETTLED_AFTER_MS;

/** Whether money of a payment could go back at once; false if the processor's answer is missing. */
async function isNow({ transactionId, account, cents }: RefundableFees): Promise<boolean> {
  try {
    const charged = await findTransaction(transactionId, account);
    return refundMove({ ...charged, askedCents: cents }) !== 'wait';
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProcessorError) return false;
    throw error;
  }
}

/**
 * Returns the sum of proctor fees to be refunded, in cents: at once, or after settlement, for which
 * a partial refund of a payment waits. Refuses more than 2000 with bad_request..
 */
export async function quoteFeeRefunds(
  { db, now }: Call,
  fees: readonly { registrationId: number; paymentId: number }[],
): Promise<{ nowCents: number; laterCents: number }> {
  if (fees.length > MAX_FEES) throw malformed('bad_request', 'At most 2000 fees at once.');
  const found = await refundableFees(db, fees);
  const unsure = found.filter((one) => !isSurelyNow(one, now));
  const lookedUp = unsure.slice(0, MAX_LOOKED_UP);
  const answers = await Promise.all(lookedUp.map(isNow));
  const later = new Set(unsure.filter((_, at) => answers[at] !== true));
  const sum = (some: RefundableFees[]) => some.reduce((total, { cents }) => total + cents, 0);
  return {
    nowCents: sum(found.filter((one) => !later.has(one))),
    laterCents: sum([...later]),
  };
}
