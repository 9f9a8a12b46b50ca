import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import { domainError } from '../../errors.ts';
import { NoAnswer, ProcessorError } from '../../partners/authorize-net.ts';
import type { Account } from '../../partners/merchant-account.ts';
import {
  type SettledBatch,
  settledBatches,
  transactionsOfBatch,
} from '../../partners/settled-batches.ts';
import { settledStatus } from '../../partners/transaction-status.ts';
import { beginOf, endOf, NIGHTLY_DAYS, SETTLES_WITHIN_DAYS } from './days.ts';
import type { ProcessorTransaction } from './match-day.ts';

export interface ReadBatch extends SettledBatch {
  transactions: ProcessorTransaction[];
}
/** The transactions of a day at the processor. */
export interface Read {
  batches: ReadBatch[];
  /** The transactions that it settled on the days after it. */
  elsewhere: ProcessorTransaction[];
}

/** The stored batches and days before the processor is called. */
export interface KnownBatches {
  /** The day of a batch. */
  dayOf: ReadonlyMap<string, string>;
  signedDays: ReadonlySet<string>;
}

/**
 * Which batches stand on a day: those that were settled on it, and those that came late to a signed
 * one and stand nowhere yet. R-581.
 */
export function batchesOfDay<B extends SettledBatch>(
  day: string,
  batches: readonly B[],
  { dayOf, signedDays }: KnownBatches,
): B[] {
  return batches.filter(({ batchId, settledAt }) => {
    const stands = dayOf.get(batchId);
    if (stands !== undefined) return stands === day;
    const own = dayInNewYork(settledAt);
    return own === day || (own < day && signedDays.has(own));
  });
}

/** Returns the period whose batches matter for a day. */
export const windowOf = (day: string): { first: Date; last: Date } => ({
  first: beginOf(dayPlus(day, { days: -NIGHTLY_DAYS })),
  last: endOf(dayPlus(day, { days: SETTLES_WITHIN_DAYS })),
});

/** Asks the processor for a day. Throws partner_failed, which is final: nothing is kept. */
export async function readSettled(
  day: string,
  account: Account,
  known: KnownBatches,
): Promise<Read> {
  try {
    const { first, last } = windowOf(day);
    const all = await settledBatches(first, last, account);
    const batches: ReadBatch[] = [];
    for (const batch of batchesOfDay(day, all, known))
      batches.push({ ...batch, transactions: await read(batch.batchId, account) });
    const elsewhere: ProcessorTransaction[] = [];
    for (const { batchId, settledAt } of all)
      if (dayInNewYork(settledAt) > day) elsewhere.push(...(await read(batchId, account)));
    return { batches, elsewhere };
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProcessorError)
      throw domainError('partner_failed', { isFinal: true });
    throw error;
  }
}

async function read(batchId: string, account: Account): Promise<ProcessorTransaction[]> {
  const transactions = await transactionsOfBatch(batchId, account);
  return transactions.map(({ transactionId, invoiceNumber, status, amountCents }) => ({
    transactionId,
    invoiceNumber,
    status: settledStatus(status),
    amountCents: Math.abs(amountCents),
  }));
}
