import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AppendLog, openAppendLog } from '../records/append-log.ts';
import type { Batch, BookLine, CardEntry, CustomerProfile, Token, Transaction } from './records.ts';

const tokenLife = 15 * 60_000;

/**
 * Everything the card processor remembers. Changed only by `record`, which writes the entries to
 * the file before it applies them.
 */
export interface CardState {
  salt: string;
  /** True when this merchant takes bank accounts. */
  takesAch: boolean;
  /** Opaque data not used yet. */
  tokens: Map<string, Token>;
  transactions: Map<string, Transaction>;
  /** Transactions not yet in a batch, oldest first. */
  unsettled: Map<string, Transaction>;
  batches: Map<string, Batch>;
  customers: Map<string, CustomerProfile>;
  record(...entries: CardEntry[]): void;
  transactionsOfCustomer(profileId: string): Transaction[];
  customerByIdentity(identity: string): CustomerProfile | undefined;
  /** The last approved transaction with this fingerprint (see `fingerprint`). */
  lastLike(fingerprint: string): Transaction | undefined;
  book(): BookLine[];
  nextId(kind: 'transaction' | 'customer' | 'paymentProfile' | 'batch'): string;
  close(): void;
}

/** Key of duplicates: kind, amount, account, invoice and, for refunds, the charge. */
export function fingerprint(
  of: Pick<Transaction, 'kind' | 'cents' | 'account' | 'invoiceNumber' | 'refTransId'>,
): string {
  return [
    of.kind === 'authOnly' ? 'authCapture' : of.kind,
    of.cents,
    of.account.hash,
    of.invoiceNumber,
    of.refTransId ?? '',
  ].join('|');
}

/** Key by which the processor recognises a customer. */
export function identityOf(
  customer: Pick<CustomerProfile, 'merchantCustomerId' | 'description' | 'email'>,
): string {
  return JSON.stringify([customer.merchantCustomerId, customer.description, customer.email]);
}

function readSalt(folder: string): string {
  const path = join(folder, 'salt');
  if (!existsSync(path))
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

const firstIds = {
  transaction: 60_000_000_000,
  customer: 900_000_000,
  paymentProfile: 910_000_000,
  batch: 20_000_000,
};
type FirstIds = typeof firstIds;
/** Ids of the second merchant: no two accounts give the same one. */
export const ttinjIds: FirstIds = {
  transaction: 80_000_000_000,
  customer: 950_000_000,
  paymentProfile: 960_000_000,
  batch: 25_000_000,
};

/** Opens the processor's books of one merchant in `folder` and plays them back. */
export function openCardState(
  folder: string,
  now: () => number,
  first: FirstIds = firstIds,
): CardState {
  mkdirSync(folder, { recursive: true });
  const tokens = new Map<string, Token>();
  const transactions = new Map<string, Transaction>();
  const unsettled = new Map<string, Transaction>();
  const batches = new Map<string, Batch>();
  const customers = new Map<string, CustomerProfile>();
  const byIdentity = new Map<string, string>();
  const byCustomer = new Map<string, Transaction[]>();
  const byFingerprint = new Map<string, Transaction>();
  const book: { transaction: Transaction; voided: boolean; at: number }[] = [];
  const last = { ...first };

  const seen = (kind: keyof typeof last, id: string) => {
    last[kind] = Math.max(last[kind], Number(id));
  };
  const dropOldTokens = () => {
    for (const [value, token] of tokens) {
      if (token.at + 2 * tokenLife > now()) return; // in order of time: the rest is younger
      tokens.delete(value);
    }
  };
  const addTransaction = (transaction: Transaction) => {
    seen('transaction', transaction.id);
    transactions.set(transaction.id, transaction);
    unsettled.set(transaction.id, transaction);
    book.push({ transaction, voided: false, at: transaction.at });
    if (transaction.status !== 'declined') byFingerprint.set(fingerprint(transaction), transaction);
    const charged =
      transaction.refTransId === null ? undefined : transactions.get(transaction.refTransId);
    if (charged && transaction.kind === 'refund') charged.refundedCents += transaction.cents;
    if (transaction.profileId === null) return;
    const listed = byCustomer.get(transaction.profileId);
    if (listed) listed.push(transaction);
    else byCustomer.set(transaction.profileId, [transaction]);
  };
  const addCustomer = (customer: CustomerProfile) => {
    const before = customers.get(customer.id);
    if (before) byIdentity.delete(identityOf(before));
    seen('customer', customer.id);
    for (const profile of customer.paymentProfiles) seen('paymentProfile', profile.id);
    customers.set(customer.id, customer);
    byIdentity.set(identityOf(customer), customer.id);
  };
  const voidTransaction = (id: string, at: number) => {
    const transaction = transactions.get(id);
    if (!transaction) return;
    transaction.status = 'voided';
    book.push({ transaction, voided: true, at });
    const charged =
      transaction.refTransId === null ? undefined : transactions.get(transaction.refTransId);
    if (charged && transaction.kind === 'refund') charged.refundedCents -= transaction.cents;
  };
  const settle = (batch: Batch) => {
    seen('batch', batch.id);
    batches.set(batch.id, batch);
    for (const id of batch.transactionIds) {
      const transaction = transactions.get(id);
      if (!transaction) continue;
      unsettled.delete(id);
      transaction.batchId = batch.id;
      if (transaction.status === 'capturedPendingSettlement')
        transaction.status = 'settledSuccessfully';
      if (transaction.status === 'refundPendingSettlement')
        transaction.status = 'refundSettledSuccessfully';
    }
  };
  const capture = (id: string, cents: number) => {
    const transaction = transactions.get(id);
    if (!transaction) return;
    transaction.status = 'capturedPendingSettlement';
    transaction.kind = 'authCapture';
    transaction.cents = cents;
  };
  const change = ({ id, cents, status }: Extract<CardEntry, { t: 'change' }>) => {
    const transaction = transactions.get(id);
    if (!transaction) return;
    transaction.cents = cents;
    transaction.status = status;
  };
  const apply = (entry: CardEntry): void => {
    if (entry.t === 'token') tokens.set(entry.v.value, entry.v);
    else if (entry.t === 'spend') tokens.delete(entry.value);
    else if (entry.t === 'transaction') addTransaction(entry.v);
    else if (entry.t === 'void') voidTransaction(entry.id, entry.at);
    else if (entry.t === 'capture') capture(entry.id, entry.cents);
    else if (entry.t === 'batch') settle(entry.v);
    else if (entry.t === 'change') change(entry);
    else if (entry.t === 'customer') addCustomer(entry.v);
    else if (entry.t === 'customer-gone') {
      const customer = customers.get(entry.id);
      if (customer) byIdentity.delete(identityOf(customer));
      customers.delete(entry.id);
    }
  };

  const log: AppendLog<CardEntry> = openAppendLog(join(folder, 'cards.jsonl'), apply);
  return {
    salt: readSalt(folder),
    takesAch: true,
    tokens,
    transactions,
    unsettled,
    batches,
    customers,
    record: (...entries) => {
      log.append(...entries);
      for (const entry of entries) apply(entry);
      dropOldTokens();
    },
    transactionsOfCustomer: (profileId) => byCustomer.get(profileId) ?? [],
    customerByIdentity: (identity) => customers.get(byIdentity.get(identity) ?? ''),
    lastLike: (print) => byFingerprint.get(print),
    book: () => book.flatMap((line) => bookLine(line.transaction, line.voided, line.at)),
    nextId: (kind) => {
      last[kind] += 1;
      return String(last[kind]);
    },
    close: log.close,
  };
}

function bookLine(transaction: Transaction, voided: boolean, at: number): BookLine[] {
  // only held, no money has moved
  if (transaction.kind === 'authOnly' || transaction.requestedCents !== undefined) return [];
  const moved = transaction.kind === 'refund' ? 'refunded' : 'captured';
  const given = transaction.status === 'declined' ? 'declined' : moved;
  return [
    {
      transId: transaction.id,
      type: voided ? 'void' : transaction.kind,
      status: voided || transaction.status === 'voided' ? 'voided' : given,
      amount: transaction.cents / 100,
      invoiceNumber: transaction.invoiceNumber,
      customer: transaction.customerId,
      at: new Date(at).toISOString(),
    },
  ];
}

/** Lifetime of opaque data in milliseconds. */
export const opaqueDataLife = tokenLife;
