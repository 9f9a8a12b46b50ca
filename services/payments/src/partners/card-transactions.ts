import { z } from 'zod';
import { ask, askOk, errorOf, NoAnswer, ProcessorError, scalar } from './authorize-net.ts';
import type { Account } from './merchant-account.ts';
import {
  noteStatus,
  passesLater,
  responseMeans,
  settlementPhase,
  type TransactionState,
  transactionState,
} from './transaction-status.ts';

/** One transaction as the processor knows it. */
export interface Transaction {
  transactionId: string;
  state: TransactionState;
  /** 'open' can be voided, 'settled' can be refunded, 'settling' neither at the moment. */
  phase: 'open' | 'settling' | 'settled';
  amountCents: number;
  cardType: string | null;
  last4: string | null;
  reason: string | null;
}

const types: Record<string, string> = {
  MasterCard: 'Mastercard',
  AmericanExpress: 'American Express',
};
/** A card type as our tables write it. */
export const toType = (type: string | null | undefined) => (type ? (types[type] ?? type) : null);
const toLast4 = (number: string | null | undefined) => (number ? number.slice(-4) : null);
const dollars = (amountCents: number) => (amountCents / 100).toFixed(2);
/** Cents of an amount in dollars as the processor writes it; null when it is none. */
const centsOf = (amount: string | null | undefined): number | null =>
  amount && /^\d{1,9}(\.\d{1,4})?$/.test(amount) ? Math.round(Number(amount) * 100) : null;

/**
 * Seconds within which the processor itself refuses the same charge again: the longest it knows,
 * eight hours.
 */
const duplicateWindow = { settingName: 'duplicateWindow', settingValue: '28800' };
/** The whole amount or nothing: a prepaid card must not be charged in part. */
const allOrNothing = { settingName: 'allowPartialAuth', settingValue: 'false' };

const transactionAnswer = {
  transactionResponse: z
    .object({
      // without one when the request as a whole was refused, an opaque value used before say
      responseCode: scalar.nullish(),
      transId: scalar.nullish(),
      accountNumber: z.string().nullish(),
      accountType: z.string().nullish(),
      prePaidCard: z.object({ requestedAmount: scalar, approvedAmount: scalar }).nullish(),
      messages: z.array(z.object({ code: scalar })).nullish(),
      errors: z.array(z.object({ errorCode: scalar, errorText: z.string() })).nullish(),
    })
    .nullish(),
};
const transactionOf = (transId: string | null | undefined) =>
  transId && transId !== '0' ? transId : null;

/** A card that is charged once and saved nowhere, given by its opaque value. */
export interface OneTimeCard {
  descriptor: string;
  value: string;
}

export interface OrderItem {
  typeId: string;
  description: string;
  amountCents: number;
  note: string;
}

/** More lines than that a transaction cannot have. */
const MAX_ITEMS = 30;
const lineItems = (items: readonly OrderItem[]) =>
  items.length === 0 || items.length > MAX_ITEMS
    ? {}
    : {
        lineItems: {
          lineItem: items.map(({ typeId, description, amountCents, note }) => ({
            itemId: typeId,
            name: description.slice(0, 31),
            description: note.slice(0, 255),
            quantity: '1',
            unitPrice: dollars(amountCents),
          })),
        },
      };

export interface ChargeOrder {
  source: { customerProfileId: string; ccId: string } | OneTimeCard;
  amountCents: number;
  invoiceNumber: string;
  description: string;
  /** Its purpose, line by line: `note` is stored with the transaction. */
  items?: readonly OrderItem[];
  /** The portal's own unless said otherwise. */
  account?: Account;
}
export type ChargeAnswer =
  | { kind: 'captured'; transactionId: string; cardType: string | null; last4: string | null }
  | { kind: 'declined'; reason: string }
  /** Only this much is held on the card; it must be voided. */
  | { kind: 'partial'; transactionId: string; amountCents: number }
  /** The same charge was made before. */
  | { kind: 'duplicate' }
  /** Held for review, which may take days. */
  | { kind: 'held' }
  /** No conclusion is possible: it must be looked up. */
  | { kind: 'unclear' };

const paidFrom = (source: ChargeOrder['source']) =>
  'ccId' in source
    ? {
        profile: {
          customerProfileId: source.customerProfileId,
          paymentProfile: { paymentProfileId: source.ccId },
        },
      }
    : {
        payment: {
          opaqueData: { dataDescriptor: source.descriptor, dataValue: source.value },
        },
      };

/**
 * Charges a saved card or bank account, or a card that is not saved. Throws NoAnswer, or
 * ProcessorError when the processor could not process the request at all.
 */
export async function charge({
  source,
  amountCents,
  invoiceNumber,
  description,
  items = [],
  account,
}: ChargeOrder): Promise<ChargeAnswer> {
  const answer = await ask(
    'createTransactionRequest',
    {
      transactionRequest: {
        transactionType: 'authCaptureTransaction',
        amount: dollars(amountCents),
        ...paidFrom(source),
        order: { invoiceNumber, description: description.slice(0, 255) },
        ...lineItems(items),
        transactionSettings: { setting: [allOrNothing, duplicateWindow] },
      },
    },
    transactionAnswer,
    account,
  );
  const response = answer.transactionResponse;
  const responseCode = response?.responseCode;
  if (!responseCode)
    throw answer.messages.resultCode === 'Error'
      ? errorOf(answer)
      : new NoAnswer('unreadable', true);
  const { transId, errors } = response;
  const [error] = errors ?? [];
  const meant = responseMeans(responseCode, error?.errorCode ?? response.messages?.[0]?.code);
  if (meant === 'unclear' || meant === 'held') return { kind: meant };
  const transactionId = transactionOf(transId);
  const approvedCents = centsOf(response.prePaidCard?.approvedAmount);
  const isPart = approvedCents !== null && approvedCents < amountCents;
  if (meant === 'partial' || (meant === 'approved' && isPart)) {
    if (!transactionId || approvedCents === null) return { kind: 'unclear' };
    return { kind: 'partial', transactionId, amountCents: approvedCents };
  }
  if (meant === 'approved') {
    if (!transactionId) throw new NoAnswer('unreadable', true);
    return {
      kind: 'captured',
      transactionId,
      cardType: toType(response.accountType),
      last4: toLast4(response.accountNumber),
    };
  }
  if (!error && responseCode !== '2') throw errorOf(answer);
  if (error?.errorCode === '11') return { kind: 'duplicate' };
  return { kind: 'declined', reason: error?.errorText ?? 'This transaction has been declined.' };
}

const list = {
  transactions: z
    .array(
      z.object({ transId: scalar, invoiceNumber: scalar.nullish(), transactionStatus: z.string() }),
    )
    .nullish(),
};
const newestFirst = { orderBy: 'submitTimeUTC', orderDescending: true };
const PAGE = 1000;
/** Pages of one list that are read at most. */
const MAX_PAGES = 50;
type Listed = NonNullable<z.output<typeof list.transactions>>[number];

/** Every transaction of a list that has this invoice number, page by page until one is found. */
async function inList(
  request: string,
  body: Record<string, unknown>,
  invoiceNumber: string,
  account?: Account,
): Promise<Listed[]> {
  for (let offset = 1; offset <= MAX_PAGES; offset++) {
    const paging = { limit: PAGE, offset };
    const page = await askOk(request, { ...body, sorting: newestFirst, paging }, list, account);
    const all = page.transactions ?? [];
    const found = all.filter((one) => one.invoiceNumber === invoiceNumber);
    if (found.length > 0 || all.length < PAGE) return found;
  }
  return [];
}

const batches = { batchList: z.array(z.object({ batchId: scalar })).nullish() };
const MONTH_MS = 30 * 86_400_000;
/** Clocks differ, here and at the processor. */
const CLOCK_SKEW_MS = 3_600_000;

/** The same among what was settled from a moment on, a month back at most. */
async function amongSettled(
  since: Date,
  now: Date,
  invoiceNumber: string,
  account?: Account,
): Promise<Listed[]> {
  const first = Math.max(since.getTime() - CLOCK_SKEW_MS, now.getTime() - MONTH_MS);
  const last = now.getTime() + CLOCK_SKEW_MS;
  const { batchList } = await askOk(
    'getSettledBatchListRequest',
    {
      firstSettlementDate: new Date(first).toISOString(),
      lastSettlementDate: new Date(last).toISOString(),
    },
    batches,
    account,
  );
  for (const { batchId } of batchList ?? []) {
    const found = await inList('getTransactionListRequest', { batchId }, invoiceNumber, account);
    if (found.length > 0) return found;
  }
  return [];
}

/** Where a transaction is looked for. */
export interface SearchPlace {
  /** Null: its card is not saved, so all transactions are searched. */
  customerProfileId: string | null;
  /** The time of the request, and the current time. */
  since: Date;
  now: Date;
  account?: Account | undefined;
}

/**
 * Finds the result of a charge or refund by its invoice number; null when the processor never
 * received it. Throws NoAnswer or ProcessorError.
 */
export async function findByInvoice(
  { customerProfileId, since, now, account }: SearchPlace,
  invoiceNumber: string,
): Promise<Transaction | null> {
  const isIt = (one: Listed) => one.invoiceNumber === invoiceNumber;
  let found: Listed[] = [];
  if (customerProfileId !== null) {
    const ofCustomer = await askOk(
      'getTransactionListForCustomerRequest',
      { customerProfileId, sorting: newestFirst, paging: { limit: 100, offset: 1 } },
      list,
      account,
    );
    found = (ofCustomer.transactions ?? []).filter(isIt);
  }
  // a transaction that settles during these reads is in the second list
  if (found.length === 0)
    found = await inList('getUnsettledTransactionListRequest', {}, invoiceNumber, account);
  if (found.length === 0 && customerProfileId === null)
    found = await amongSettled(since, now, invoiceNumber, account);
  const are = (...states: TransactionState[]) =>
    found.find((one) => states.includes(transactionState(one.transactionStatus)));
  // an earlier try that may still take money counts for more than a later one that did not
  const best = are('captured') ?? are('partial', 'review', 'unclear', 'failed') ?? found[0];
  return best ? findTransaction(best.transId, account) : null;
}

const details = {
  transaction: z.object({
    transId: scalar,
    transactionStatus: z.string(),
    authAmount: scalar,
    responseReasonDescription: z.string().nullish(),
    payment: z
      .object({
        creditCard: z.object({ cardNumber: z.string(), cardType: z.string().nullish() }).nullish(),
        bankAccount: z.object({ accountNumber: z.string() }).nullish(),
      })
      .nullish(),
  }),
};

/** The processor's name for a bank account among the card types. */
export const BANK_ACCOUNT = 'eCheck';

/** One transaction by the processor's id. Throws NoAnswer or ProcessorError. */
export async function findTransaction(transId: string, account?: Account): Promise<Transaction> {
  const { transaction } = await askOk(
    'getTransactionDetailsRequest',
    { transId },
    details,
    account,
  );
  noteStatus(transaction.transId, transaction.transactionStatus);
  const card = transaction.payment?.creditCard;
  const bank = transaction.payment?.bankAccount;
  return {
    transactionId: transaction.transId,
    state: transactionState(transaction.transactionStatus),
    phase: settlementPhase(transaction.transactionStatus),
    amountCents: Math.round(Number(transaction.authAmount) * 100),
    cardType: bank ? BANK_ACCOUNT : toType(card?.cardType),
    last4: toLast4(bank?.accountNumber ?? card?.cardNumber),
    reason: transaction.responseReasonDescription ?? null,
  };
}

/**
 * Takes back a charge that is not settled yet; again is no error. Throws NoAnswer or
 * ProcessorError.
 */
export async function voidCharge(transactionId: string, account?: Account): Promise<void> {
  await transact({ transactionType: 'voidTransaction', refTransId: transactionId }, account);
}

/**
 * Gives money of a settled charge back to its card, or to the bank account of a saved profile;
 * answers the refund's own id. Throws NoAnswer or ProcessorError.
 */
export async function refundCharge(order: {
  transactionId: string;
  amountCents: number;
  last4: string;
  invoiceNumber: string;
  /** Found again at the transaction. */
  note: string;
  /** Of a bank account, which is named by its profile. */
  bankProfile?: { customerProfileId: string; ccId: string } | undefined;
  account?: Account;
}): Promise<string> {
  const { bankProfile, last4, account } = order;
  const to = bankProfile
    ? {
        profile: {
          customerProfileId: bankProfile.customerProfileId,
          paymentProfile: { paymentProfileId: bankProfile.ccId },
        },
      }
    : { payment: { creditCard: { cardNumber: last4, expirationDate: 'XXXX' } } };
  return transact(
    {
      transactionType: 'refundTransaction',
      amount: dollars(order.amountCents),
      ...to,
      refTransId: order.transactionId,
      order: { invoiceNumber: order.invoiceNumber, description: order.note },
      transactionSettings: { setting: [duplicateWindow] },
    },
    account,
  );
}

async function transact(
  transactionRequest: Record<string, unknown>,
  account?: Account,
): Promise<string> {
  const answer = await ask(
    'createTransactionRequest',
    { transactionRequest },
    transactionAnswer,
    account,
  );
  const response = answer.transactionResponse;
  const transactionId = transactionOf(response?.transId);
  const [error] = response?.errors ?? [];
  const responseCode = response?.responseCode;
  const meant = responseCode ? responseMeans(responseCode, error?.errorCode) : null;
  if (meant === 'approved' && transactionId) return transactionId;
  if (meant !== null && meant !== 'approved' && meant !== 'refused')
    throw new NoAnswer(`response code ${responseCode?.slice(0, 10)}`, true);
  if (error && passesLater(error.errorCode)) throw new NoAnswer(error.errorText, true);
  if (error) throw new ProcessorError(error.errorCode, error.errorText);
  if (answer.messages.resultCode === 'Error') throw errorOf(answer);
  throw new NoAnswer('unreadable', true);
}
