import { z } from 'zod';
import { askOk, NoAnswer, scalar } from './authorize-net.ts';
import type { Account } from './merchant-account.ts';

/** A transaction as the processor's lists show it, with the status in its own words. */
export interface TransactionSummary {
  transactionId: string;
  invoiceNumber: string;
  status: string;
  amountCents: number;
  submittedAt: Date;
}
export interface SettledBatch {
  batchId: string;
  settledAt: Date;
}

const PAGE = 1000;
/** Pages of one list that are read at most: a list that does not end is no answer. */
const MAX_PAGES = 100;
/** Batches of a month that are read at most. */
const MAX_BATCHES = 1000;

const instant = z.iso.datetime({ offset: true, local: true }).transform((text) => new Date(text));
const amount = scalar
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.int().min(-1e12).max(1e12));
const page = {
  transactions: z
    .array(
      z.object({
        transId: scalar,
        invoiceNumber: scalar.nullish(),
        transactionStatus: z.string(),
        settleAmount: amount,
        submitTimeUTC: instant,
      }),
    )
    .max(PAGE)
    .nullish(),
};

/** Every transaction of a list, newest first, page by page. Throws NoAnswer or ProcessorError. */
async function everyPage(
  request: string,
  body: Record<string, unknown>,
  account: Account,
): Promise<TransactionSummary[]> {
  const all: TransactionSummary[] = [];
  const sorting = { orderBy: 'submitTimeUTC', orderDescending: true };
  for (let offset = 1; offset <= MAX_PAGES; offset++) {
    const paging = { limit: PAGE, offset };
    const { transactions } = await askOk(request, { ...body, sorting, paging }, page, account);
    for (const one of transactions ?? [])
      all.push({
        transactionId: one.transId,
        invoiceNumber: one.invoiceNumber ?? '',
        status: one.transactionStatus,
        amountCents: one.settleAmount,
        submittedAt: one.submitTimeUTC,
      });
    if ((transactions ?? []).length < PAGE) return all;
  }
  throw new NoAnswer('a list of transactions does not end', true);
}

/** Returns the unsettled transactions, with those declined or voided since the last batch. */
export const unsettledTransactions = (account: Account): Promise<TransactionSummary[]> =>
  everyPage('getUnsettledTransactionListRequest', {}, account);

/** Returns the transactions of a settled batch, with those declined or voided in its period. */
export const transactionsOfBatch = (
  batchId: string,
  account: Account,
): Promise<TransactionSummary[]> => everyPage('getTransactionListRequest', { batchId }, account);

const batches = {
  batchList: z
    .array(z.object({ batchId: scalar, settlementTimeUTC: instant }))
    .max(MAX_BATCHES)
    .nullish(),
};

/**
 * The batches of an account that were settled between two moments, at most 31 days apart. Throws
 * NoAnswer or ProcessorError.
 */
export async function settledBatches(
  first: Date,
  last: Date,
  account: Account,
): Promise<SettledBatch[]> {
  const { batchList } = await askOk(
    'getSettledBatchListRequest',
    { firstSettlementDate: first.toISOString(), lastSettlementDate: last.toISOString() },
    batches,
    account,
  );
  return (batchList ?? []).map(({ batchId, settlementTimeUTC: settledAt }) => ({
    batchId,
    settledAt,
  }));
}
