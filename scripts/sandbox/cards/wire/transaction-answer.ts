import type { Account, Transaction } from '../records.ts';
import { type Answer, ok, type Reason, reasons, refused } from './answers.ts';

/**
 * `transactionResponse` of a transaction that reached the processor (approved or declined) or of
 * one that failed before.
 */
interface Outcome {
  responseCode: '1' | '2' | '3' | '4';
  reason: Reason;
  transaction?: Transaction | undefined;
  account?: Account | undefined;
  refTransId?: string | null | undefined;
  userFields?: unknown;
  /** Further fields of the whole answer, such as profileResponse. */
  more?: Record<string, unknown> | undefined;
}

/**
 * The answer to createTransactionRequest. As in the real API a decline is 'Ok' at the top (the call
 * worked) with errors inside, and only a transaction in error (responseCode 3) is 'Error' with
 * E00027.
 */
export function transactionAnswer(outcome: Outcome): Answer {
  const { transaction, reason, responseCode } = outcome;
  const account = transaction?.account ?? outcome.account;
  const text = reasons[reason];
  const said =
    responseCode === '1' || responseCode === '4'
      ? { messages: [{ code: String(reason), description: text }] }
      : { errors: [{ errorCode: String(reason), errorText: text }] };
  const transactionResponse = {
    responseCode,
    authCode: transaction?.authCode ?? '',
    avsResultCode: transaction?.avs ?? 'P',
    cvvResultCode: transaction?.cvv ?? '',
    cavvResultCode: transaction ? '2' : '',
    transId: transaction?.id ?? '0',
    refTransID: outcome.refTransId ?? '',
    transHash: '',
    testRequest: '0',
    accountNumber: account ? `XXXX${account.lastFour}` : '',
    accountType: account?.type ?? '',
    ...(transaction?.requestedCents !== undefined && {
      prePaidCard: {
        requestedAmount: (transaction.requestedCents / 100).toFixed(2),
        approvedAmount: (transaction.cents / 100).toFixed(2),
        balanceOnCard: '0.00',
      },
    }),
    ...said,
    ...(outcome.userFields === undefined ? {} : { userFields: userFieldsOf(outcome.userFields) }),
    transHashSha2: '',
    ...(transaction?.profileId
      ? {
          profile: {
            customerProfileId: transaction.profileId,
            customerPaymentProfileId: transaction.paymentProfileId ?? '',
          },
        }
      : {}),
    SupplementalDataQualificationIndicator: 0,
  };
  const fields = { transactionResponse, ...outcome.more };
  return responseCode === '3' ? refused('E00027', undefined, fields) : ok(fields);
}

function userFieldsOf(value: unknown): unknown {
  const inner =
    value !== null && typeof value === 'object' && 'userField' in value ? value.userField : value;
  return Array.isArray(inner) ? inner : [inner];
}
