import type { CardState } from './card-state.ts';
import { duplicateAnswer, duplicateOf } from './charge.ts';
import type { Transaction } from './records.ts';
import { type Answer, refused } from './wire/answers.ts';
import { centsOf, type TransactionRequest } from './wire/read-request.ts';
import { transactionAnswer } from './wire/transaction-answer.ts';

/**
 * Whether the payment of a refund names the account that was charged, by its last four digits or
 * its payment profile.
 */
function sameAccount(request: TransactionRequest, charged: Transaction): boolean {
  if (request.profile?.paymentProfile)
    return (
      request.profile.paymentProfile.paymentProfileId === charged.paymentProfileId &&
      request.profile.customerProfileId === charged.profileId
    );
  const given = charged.account.bank
    ? request.payment?.bankAccount?.accountNumber
    : request.payment?.creditCard?.cardNumber;
  return given !== undefined && given.slice(-4) === charged.account.lastFour;
}

/**
 * refundTransaction: gives back money of a settled charge. errorCode 54 when the charge can't be
 * refunded (not settled, or not this account), 55 when more would be given back than was charged,
 * 16 when there is no such charge.
 */
export function refund(state: CardState, request: TransactionRequest, now: number): Answer {
  const { refTransId, userFields } = request;
  if (refTransId === undefined)
    return refused('E00014', 'A required field is not present. refTransId is required.');
  const charged = state.transactions.get(refTransId);
  const fail = (reason: 5 | 16 | 33 | 54 | 55) =>
    transactionAnswer({
      responseCode: '3',
      reason,
      account: charged?.account,
      refTransId,
      userFields,
    });
  if (!charged) return fail(16);
  const cents = centsOf(request.amount);
  if (cents === null) return fail(5);
  if (!request.payment && !request.profile?.paymentProfile) return fail(33);
  if (
    charged.kind !== 'authCapture' ||
    charged.status !== 'settledSuccessfully' ||
    !sameAccount(request, charged)
  )
    return fail(54);
  const core = {
    kind: 'refund',
    cents,
    account: charged.account,
    invoiceNumber: request.order?.invoiceNumber ?? '',
    refTransId,
  } as const;
  const earlier = duplicateOf(state, request, core, now);
  if (earlier) return duplicateAnswer(request, earlier);
  if (charged.refundedCents + cents > charged.cents) return fail(55);
  const transaction: Transaction = {
    ...core,
    id: state.nextId('transaction'),
    status: 'refundPendingSettlement',
    at: now,
    reason: 1,
    authCode: '',
    avs: 'P',
    cvv: '',
    description: request.order?.description ?? '',
    customerId: request.customer?.id ?? charged.customerId,
    customerEmail: request.customer?.email ?? charged.customerEmail,
    customerIp: request.customerIP ?? '',
    profileId: charged.profileId,
    paymentProfileId: charged.paymentProfileId,
    billTo: charged.billTo,
    refundedCents: 0,
    batchId: null,
  };
  state.record({ t: 'transaction', v: transaction });
  return transactionAnswer({ responseCode: '1', reason: 1, transaction, refTransId, userFields });
}
