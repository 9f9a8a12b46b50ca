import { z } from 'zod';
import { askOk, scalar } from './authorize-net.ts';
import { BANK_ACCOUNT, toType } from './card-transactions.ts';
import type { Account } from './merchant-account.ts';
import {
  settledBatches,
  type TransactionSummary,
  transactionsOfBatch,
  unsettledTransactions,
} from './settled-batches.ts';
import { type TransactionState, transactionState } from './transaction-status.ts';

/** A transaction as the processor's lists show it. */
export interface ListedTransaction {
  transactionId: string;
  invoiceNumber: string;
  state: TransactionState;
  amountCents: number;
  submittedAt: Date;
  account: Account;
}

/** Fields that only its details have. */
export interface TransactionDetails extends ListedTransaction {
  kind: 'charge' | 'refund' | 'other';
  /** Of a refund the charge that it gives back. */
  refTransactionId: string | null;
  description: string;
  items: { typeId: string; description: string; amountCents: number; note: string }[];
  cardType: string | null;
  last4: string | null;
  customerProfileId: string | null;
  ccId: string | null;
}

const DAY_MS = 86_400_000;
/** The processor answers for at most 31 days at once. */
const WINDOW_MS = 30 * DAY_MS;
const cents = (amount: string) => Math.round(Number(amount) * 100);

/**
 * Every transaction of an account that was submitted since a moment: those of its settled batches,
 * and those that are not settled yet. Declined and voided ones are among them. Throws NoAnswer or
 * ProcessorError.
 */
export async function listTransactions(
  since: Date,
  now: Date,
  account: Account,
): Promise<ListedTransaction[]> {
  const found = new Map<string, ListedTransaction>();
  const note = (transactions: readonly TransactionSummary[]) => {
    for (const { status, ...one } of transactions)
      if (one.submittedAt >= since)
        found.set(one.transactionId, { ...one, state: transactionState(status), account });
  };
  // a transaction that settles during these reads is in a batch
  note(await unsettledTransactions(account));
  for (let first = since.getTime(); first < now.getTime() + DAY_MS; first += WINDOW_MS) {
    const last = new Date(Math.min(first + WINDOW_MS, now.getTime() + DAY_MS));
    for (const { batchId } of await settledBatches(new Date(first), last, account))
      note(await transactionsOfBatch(batchId, account));
  }
  return [...found.values()];
}

const item = z.object({
  itemId: scalar,
  name: z.string(),
  description: z.string().nullish(),
  quantity: scalar,
  unitPrice: scalar,
});
const details = {
  transaction: z.object({
    transactionType: z.string(),
    refTransId: scalar.nullish(),
    order: z.object({ description: z.string().nullish() }).nullish(),
    lineItems: z
      .union([
        z.array(item),
        z.object({ lineItem: z.union([z.array(item), item.transform((one) => [one])]) }),
      ])
      .nullish(),
    authAmount: scalar,
    payment: z
      .object({
        creditCard: z.object({ cardNumber: z.string(), cardType: z.string().nullish() }).nullish(),
        bankAccount: z.object({ accountNumber: z.string() }).nullish(),
      })
      .nullish(),
    profile: z
      .object({ customerProfileId: scalar, customerPaymentProfileId: scalar.nullish() })
      .nullish(),
  }),
};

const kinds: Readonly<Record<string, TransactionDetails['kind']>> = {
  authCaptureTransaction: 'charge',
  refundTransaction: 'refund',
};

/** All that the processor keeps of a transaction. Throws NoAnswer or ProcessorError. */
export async function readTransaction<
  Listed extends Pick<ListedTransaction, 'transactionId' | 'account'>,
>(
  listed: Listed,
): Promise<
  Listed &
    Omit<TransactionDetails, keyof ListedTransaction | 'kind'> &
    Pick<TransactionDetails, 'kind' | 'amountCents'>
> {
  const { transaction } = await askOk(
    'getTransactionDetailsRequest',
    { transId: listed.transactionId },
    details,
    listed.account,
  );
  const { lineItems, payment, profile } = transaction;
  const items = lineItems ? ('lineItem' in lineItems ? lineItems.lineItem : lineItems) : [];
  const card = payment?.creditCard;
  const number = payment?.bankAccount?.accountNumber ?? card?.cardNumber;
  return {
    ...listed,
    kind: kinds[transaction.transactionType] ?? 'other',
    amountCents: cents(transaction.authAmount),
    refTransactionId: transaction.refTransId ?? null,
    description: transaction.order?.description ?? '',
    items: items.map(({ itemId, name, description, quantity, unitPrice }) => ({
      typeId: itemId,
      description: name,
      amountCents: cents(unitPrice) * Number(quantity),
      note: description ?? '',
    })),
    cardType: toType(payment?.bankAccount ? BANK_ACCOUNT : card?.cardType),
    last4: number ? number.slice(-4) : null,
    customerProfileId: profile?.customerProfileId ?? null,
    ccId: profile?.customerPaymentProfileId ?? null,
  };
}
