import { z } from 'zod';
import { ask, askOk, errorOf, NoAnswer, ProcessorError, scalar } from './authorize-net.ts';
import type { Account } from './merchant-account.ts';

/** One transaction as the processor knows it. 'review': a person there still looks at it. */
export interface Transaction {
  transactionId: string;
  state: 'captured' | 'declined' | 'voided' | 'review';
  isSettled: boolean;
  amountCents: number;
  cardType: string | null;
  last4: string | null;
  reason: string | null;
}

const stateOf: Record<string, Transaction['state']> = {
  capturedPendingSettlement: 'captured',
  settledSuccessfully: 'captured',
  refundPendingSettlement: 'captured',
  refundSettledSuccessfully: 'captured',
  voided: 'voided',
  authorizedPendingCapture: 'review',
  FDSPendingReview: 'review',
  FDSAuthorizedPendingReview: 'review',
  underReview: 'review',
  approvedReview: 'review',
};
const toState = (status: string) => stateOf[status] ?? 'declined';

const types: Record<string, string> = { MasterCard: 'Mastercard', AmericanExpress: 'American Express' };
const toType = (type: string | null | undefined) => (type ? (types[type] ?? type) : null);
const toLast4 = (number: string | null | undefined) => (number ? number.slice(-4) : null);
const dollars = (amountCents: number) => (amountCents / 100).toFixed(2);

/** Seconds within which the processor itself refuses the same charge again: the longest it knows, eight hours. */
const duplicateWindow = { setting: [{ settingName: 'duplicateWindow', settingValue: '28800' }] };

const transactionAnswer = {
  transactionResponse: z
    .object({
      responseCode: scalar,
      transId: scalar.nullish(),
      accountNumber: z.string().nullish(),
      accountType: z.string().nullish(),
      errors: z.array(z.object({ errorCode: scalar, errorText: z.string() })).nullish(),
    })
    .nullish(),
};
const transactionOf = (transId: string | null | undefined) => (transId && transId !== '0' ? transId : null);

export interface ChargeOrder {
  customerProfileId: string;
  ccId: string;
  amountCents: number;
  invoiceNumber: string;
  description: string;
  /** The portal's own unless said otherwise. */
  account?: Account;
}
export type ChargeAnswer =
  | { kind: 'captured'; transactionId: string; cardType: string | null; last4: string | null }
  | { kind: 'declined'; reason: string }
  /** This very charge was made before. */
  | { kind: 'duplicate' }
  | { kind: 'review' };

/** Charges a saved card or bank account. Throws NoAnswer, or ProcessorError when the processor could not work on it at all. */
export async function charge({
  customerProfileId,
  ccId,
  amountCents,
  invoiceNumber,
  description,
  account,
}: ChargeOrder): Promise<ChargeAnswer> {
  const answer = await ask(
    'createTransactionRequest',
    {
      transactionRequest: {
        transactionType: 'authCaptureTransaction',
        amount: dollars(amountCents),
        profile: { customerProfileId, paymentProfile: { paymentProfileId: ccId } },
        order: { invoiceNumber, description: description.slice(0, 255) },
        transactionSettings: duplicateWindow,
      },
    },
    transactionAnswer,
    account,
  );
  const response = answer.transactionResponse;
  if (!response) throw answer.messages.resultCode === 'Error' ? errorOf(answer) : new NoAnswer('unreadable', true);
  const { responseCode, transId, errors } = response;
  if (responseCode === '4') return { kind: 'review' };
  if (responseCode === '1') {
    const transactionId = transactionOf(transId);
    if (!transactionId) throw new NoAnswer('unreadable', true);
    return { kind: 'captured', transactionId, cardType: toType(response.accountType), last4: toLast4(response.accountNumber) };
  }
  const [error] = errors ?? [];
  if (!error && responseCode !== '2') throw errorOf(answer);
  if (error?.errorCode === '11') return { kind: 'duplicate' };
  return { kind: 'declined', reason: error?.errorText ?? 'This transaction has been declined.' };
}

const list = {
  transactions: z.array(z.object({ transId: scalar, invoiceNumber: scalar.nullish(), transactionStatus: z.string() })).nullish(),
};
const newestFirst = { orderBy: 'submitTimeUTC', orderDescending: true };

/** What became of a charge or refund, found by its invoice number; null when the processor never heard of it. Throws NoAnswer or ProcessorError. */
export async function findByInvoice(customerProfileId: string, invoiceNumber: string, account?: Account): Promise<Transaction | null> {
  const ofCustomer = await askOk(
    'getTransactionListForCustomerRequest',
    { customerProfileId, sorting: newestFirst, paging: { limit: 100, offset: 1 } },
    list,
    account,
  );
  const isIt = (one: { invoiceNumber?: string | null | undefined }) => one.invoiceNumber === invoiceNumber;
  let found = (ofCustomer.transactions ?? []).filter(isIt);
  if (found.length === 0) {
    const paging = { limit: 1000, offset: 1 };
    const unsettled = await askOk('getUnsettledTransactionListRequest', { sorting: newestFirst, paging }, list, account);
    found = (unsettled.transactions ?? []).filter(isIt);
  }
  const best = found.find((one) => toState(one.transactionStatus) === 'captured') ?? found[0];
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

/** What the processor calls a bank account among the card types. */
export const BANK_ACCOUNT = 'eCheck';

/** One transaction by the processor's id. Throws NoAnswer or ProcessorError. */
export async function findTransaction(transId: string, account?: Account): Promise<Transaction> {
  const { transaction } = await askOk('getTransactionDetailsRequest', { transId }, details, account);
  const card = transaction.payment?.creditCard;
  const bank = transaction.payment?.bankAccount;
  return {
    transactionId: transaction.transId,
    state: toState(transaction.transactionStatus),
    isSettled: ['settledSuccessfully', 'refundSettledSuccessfully'].includes(transaction.transactionStatus),
    amountCents: Math.round(Number(transaction.authAmount) * 100),
    cardType: bank ? BANK_ACCOUNT : toType(card?.cardType),
    last4: toLast4(bank?.accountNumber ?? card?.cardNumber),
    reason: transaction.responseReasonDescription ?? null,
  };
}

/** Takes back a charge that is not settled yet; again is no error. Throws NoAnswer or ProcessorError. */
export async function voidCharge(transactionId: string, account?: Account): Promise<void> {
  await transact({ transactionType: 'voidTransaction', refTransId: transactionId }, account);
}

/** Gives money of a settled charge back to its card, or to the bank account of a saved profile; answers the refund's own id. Throws NoAnswer or ProcessorError. */
export async function refundCharge(order: {
  transactionId: string;
  amountCents: number;
  last4: string;
  invoiceNumber: string;
  /** Of a bank account, which is named by its profile. */
  bankProfile?: { customerProfileId: string; ccId: string } | undefined;
  account?: Account;
}): Promise<string> {
  const { bankProfile, last4, account } = order;
  const to = bankProfile
    ? { profile: { customerProfileId: bankProfile.customerProfileId, paymentProfile: { paymentProfileId: bankProfile.ccId } } }
    : { payment: { creditCard: { cardNumber: last4, expirationDate: 'XXXX' } } };
  return transact(
    {
      transactionType: 'refundTransaction',
      amount: dollars(order.amountCents),
      ...to,
      refTransId: order.transactionId,
      order: { invoiceNumber: order.invoiceNumber },
      transactionSettings: duplicateWindow,
    },
    account,
  );
}

async function transact(transactionRequest: Record<string, unknown>, account?: Account): Promise<string> {
  const answer = await ask('createTransactionRequest', { transactionRequest }, transactionAnswer, account);
  const response = answer.transactionResponse;
  const transactionId = transactionOf(response?.transId);
  if (response?.responseCode === '1' && transactionId) return transactionId;
  const [error] = response?.errors ?? [];
  if (error) throw new ProcessorError(error.errorCode, error.errorText);
  if (answer.messages.resultCode === 'Error') throw errorOf(answer);
  throw new NoAnswer('unreadable', true);
}
