import * as z from 'zod';
import type { CardState } from './card-state.ts';
import { testVisa } from './past.ts';
import type { CardEntry, Transaction } from './records.ts';

/** Merchant accounts that a control can name. */
export const account = z.enum(['TTI', 'TTINJ']);
const cents = z.int().positive();

/** A transaction that was made by other means than the API, the merchant's own pages say. */
export const settledTransaction = z.object({
  account: account.default('TTI'),
  kind: z.enum(['charge', 'refund', 'returned']),
  cents,
  invoiceNumber: z.string().max(20).default(''),
  /** Time when its batch was settled. */
  settledAt: z.iso.datetime(),
  /** Of a saved card, so that it is found among its customer's. */
  customerProfileId: z.string().max(20).optional(),
});

/** A change of a transaction's amount or status, like a mistake of the processor. */
export const transactionChange = z
  .object({
    account: account.default('TTI'),
    transId: z.string().max(20),
    cents: cents.optional(),
    status: z.enum(['settledSuccessfully', 'voided', 'returnedItem', 'settlementError']).optional(),
  })
  .refine(({ cents: amount, status }) => amount !== undefined || status !== undefined);

const statuses = {
  charge: 'capturedPendingSettlement',
  refund: 'refundPendingSettlement',
  returned: 'returnedItem',
} as const;

/** Adds it in a settled batch of its own; answers its id. */
export function addSettled(state: CardState, wanted: z.infer<typeof settledTransaction>): string {
  const at = Date.parse(wanted.settledAt);
  const id = state.nextId('transaction');
  const transaction: Transaction = {
    id,
    kind: wanted.kind === 'refund' ? 'refund' : 'authCapture',
    status: statuses[wanted.kind],
    cents: wanted.cents,
    at,
    reason: 1,
    authCode: 'THERE0',
    avs: 'Y',
    cvv: 'P',
    account: testVisa(state),
    invoiceNumber: wanted.invoiceNumber,
    description: '',
    customerId: '',
    customerEmail: '',
    customerIp: '',
    profileId: wanted.customerProfileId ?? null,
    paymentProfileId: null,
    billTo: {},
    refTransId: null,
    refundedCents: 0,
    batchId: null,
  };
  const batch: CardEntry = {
    t: 'batch',
    v: { id: state.nextId('batch'), at, transactionIds: [id] },
  };
  state.record({ t: 'transaction', v: transaction }, batch);
  return id;
}

/** Changes it; false when there is no such transaction. */
export function changeSettled(
  state: CardState,
  { transId, cents: amount, status }: z.infer<typeof transactionChange>,
): boolean {
  const transaction = state.transactions.get(transId);
  if (!transaction) return false;
  state.record({
    t: 'change',
    id: transId,
    cents: amount ?? transaction.cents,
    status: status ?? transaction.status,
  });
  return true;
}
