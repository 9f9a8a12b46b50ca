import type { Database } from '@portal/kit/database/database';
import { readNote } from '../charges/records/charge-note.ts';
import {
  type ListedTransaction,
  listTransactions,
  readTransaction,
  type TransactionDetails,
} from '../partners/list-transactions.ts';
import { type Account, keysOf } from '../partners/merchant-account.ts';
import {
  knownRefunds,
  knownStudents,
  paymentsToCompare,
  spendingsToCompare,
  unfinishedInvoices,
} from './store.ts';
import { type Difference, type Remembered, whatDiffers } from './what-differs.ts';

/** A charge from before may be voided after. */
const VOIDED_WITHIN_MS = 2 * 86_400_000;
const ACCOUNTS: readonly Account[] = ['TTI', 'TTINJ'];

/**
 * Reads the processor's transactions and the books since a moment and returns their differences;
 * skips everything younger than `until`, which may still be in progress. Throws NoAnswer or
 * ProcessorError.
 */
export async function findDifferences(
  db: Database,
  remembered: Remembered,
  { since, until, now }: { since: Date; until: Date; now: Date },
): Promise<Difference[]> {
  const completeSince = new Date(since.getTime() - VOIDED_WITHIN_MS);
  const listed = (
    await Promise.all(
      ACCOUNTS.filter(keysOf).map((account) => listTransactions(completeSince, now, account)),
    )
  )
    .flat()
    .filter(({ submittedAt }) => submittedAt <= until)
    .sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const closed = remembered.registrations
    .filter(({ status }) => status === 'cancelled' || status === 'dropped')
    .map(({ id }) => id);
  const invoices = listed.map(({ invoiceNumber }) => invoiceNumber);
  const named = listed.map(({ transactionId }) => transactionId);
  const [known, refunds, unfinished] = await Promise.all([
    paymentsToCompare(db, completeSince, named, closed),
    knownRefunds(db, invoices),
    unfinishedInvoices(db),
  ]);
  const ours = new Set(known.map(({ transactionId }) => transactionId));
  const theirs: TransactionDetails[] = [];
  for (const one of listed) {
    if (ours.has(one.transactionId)) theirs.push(asCharge(one));
    else if (!refunds.has(one.invoiceNumber) && ['captured', 'voided'].includes(one.state))
      theirs.push(await readTransaction(one));
  }
  const refunded = theirs.flatMap(({ refTransactionId }) => refTransactionId ?? []);
  const students = theirs.flatMap(({ items }) => readNote(items[0]?.note ?? '')?.studentId ?? []);
  const registrations = remembered.registrations.map(({ id }) => id);
  const books = {
    payments: (await paymentsToCompare(db, completeSince, [...named, ...refunded], closed)).filter(
      ({ capturedAt }) => capturedAt <= until,
    ),
    refunds,
    unfinished,
    spendings: await spendingsToCompare(db, registrations, remembered.completeFrom),
    students: await knownStudents(db, students),
  };
  return whatDiffers(theirs, books, remembered, completeSince);
}

/** A charge that is in the books: its details are not fetched. */
const asCharge = (one: ListedTransaction): TransactionDetails => ({
  ...one,
  kind: 'charge',
  refTransactionId: null,
  description: '',
  items: [],
  cardType: null,
  last4: null,
  customerProfileId: null,
  ccId: null,
});
