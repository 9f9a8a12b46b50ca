import { randomInt } from 'node:crypto';
import { isExpired } from './card-number.ts';
import { type CardState, fingerprint } from './card-state.ts';
import { profileWith } from './profiles.ts';
import type { BillTo, CardEntry, Transaction } from './records.ts';
import { type BadAccount, type Instrument, instrumentOf } from './tokens.ts';
import { type Answer, declinedZip, ok, partialCents, partialZip, refused } from './wire/answers.ts';
import { centsOf, settingOf, type TransactionRequest } from './wire/read-request.ts';
import { transactionAnswer } from './wire/transaction-answer.ts';

const avsByZip: Record<string, string> = {
  '46203': 'E',
  '46204': 'R',
  '46205': 'G',
  '46206': 'U',
  '46207': 'S',
  '46208': 'N',
  '46209': 'A',
  '46211': 'Z',
  '46214': 'W',
};
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** An authorization code: six letters and digits. */
function authorizationCode(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}

interface Payer extends Instrument {
  profileId: string | null;
  paymentProfileId: string | null;
  billTo: BillTo;
  zips: string[];
}

function payerOf(
  state: CardState,
  request: TransactionRequest,
  now: number,
): Payer | BadAccount | Answer {
  const saved = request.profile?.paymentProfile;
  if (saved) {
    if (request.payment)
      return refused('E00095', 'Payment information should not be sent with a payment profile.');
    const customer = state.customers.get(request.profile?.customerProfileId ?? '');
    const profile = customer?.paymentProfiles.find((one) => one.id === saved.paymentProfileId);
    if (!customer || !profile)
      return refused('E00040', 'Customer Profile ID or Customer Payment Profile ID not found.');
    if (profile.account.expiry && isExpired(profile.account.expiry, now)) return { reason: 8 };
    const billTo = { ...profile.billTo, ...request.billTo };
    const zips = [profile.billTo.zip ?? '', request.billTo?.zip ?? ''];
    return {
      account: profile.account,
      zip: billTo.zip ?? '',
      fullName: '',
      cvv: 'P',
      spend: null,
      profileId: customer.id,
      paymentProfileId: profile.id,
      billTo,
      zips,
    };
  }
  const instrument = instrumentOf(state, request.payment, now);
  if ('messages' in instrument || 'reason' in instrument) return instrument;
  const billTo = request.billTo ?? {};
  return {
    ...instrument,
    profileId: null,
    paymentProfileId: null,
    billTo,
    zips: [billTo.zip ?? '', instrument.zip],
  };
}

/**
 * Seconds within which the same transaction again is a duplicate: the request's duplicateWindow (0
 * to 28,800), else 120.
 */
function duplicateWindow(request: TransactionRequest): { seconds: number; requested: boolean } {
  const given = settingOf(request, 'duplicateWindow');
  const seconds = Number(given);
  return given === undefined || !Number.isFinite(seconds)
    ? { seconds: 120, requested: false }
    : { seconds: Math.min(Math.max(seconds, 0), 28_800), requested: true };
}

/** Finds the earlier transaction that this one repeats within the window. */
export function duplicateOf(
  state: CardState,
  request: TransactionRequest,
  of: Parameters<typeof fingerprint>[0],
  now: number,
): Transaction | null {
  const earlier = state.lastLike(fingerprint(of));
  return earlier &&
    earlier.status !== 'voided' &&
    earlier.at + duplicateWindow(request).seconds * 1000 > now
    ? earlier
    : null;
}

/**
 * Returns errorCode 11. A caller that sets a window gets the earlier transaction's id and codes, as
 * with the real processor.
 */
export function duplicateAnswer(request: TransactionRequest, earlier: Transaction): Answer {
  const shown = duplicateWindow(request).requested
    ? { transaction: earlier }
    : { account: earlier.account };
  return transactionAnswer({
    responseCode: '3',
    reason: 11,
    ...shown,
    userFields: request.userFields,
  });
}

/** authCaptureTransaction and authOnlyTransaction. `declineAll` is the fault 'decline'. */
export function charge(
  state: CardState,
  request: TransactionRequest,
  now: number,
  declineAll: boolean,
): Answer {
  const { userFields } = request;
  const payer = payerOf(state, request, now);
  if ('messages' in payer)
    return { ...payer, transactionResponse: { SupplementalDataQualificationIndicator: 0 } };
  if ('reason' in payer)
    return transactionAnswer({ responseCode: '3', reason: payer.reason, userFields });
  const spend: CardEntry[] = payer.spend === null ? [] : [{ t: 'spend', value: payer.spend }];
  if (payer.account.bank && !state.takesAch)
    return transactionAnswer({ responseCode: '3', reason: 18, account: payer.account, userFields });
  const cents = centsOf(request.amount);
  if (cents === null)
    return transactionAnswer({ responseCode: '3', reason: 5, account: payer.account, userFields });
  const kind = request.transactionType === 'authOnlyTransaction' ? 'authOnly' : 'authCapture';
  const core = {
    kind,
    cents,
    account: payer.account,
    invoiceNumber: request.order?.invoiceNumber ?? '',
    refTransId: null,
  } as const;
  const earlier = duplicateOf(state, request, core, now);
  if (earlier) {
    if (spend.length > 0) state.record(...spend);
    return duplicateAnswer(request, earlier);
  }
  const declined = declineAll || payer.zips.includes(declinedZip);
  const isPart = !declined && cents > partialCents && payer.zips.includes(partialZip);
  const pending = kind === 'authOnly' ? 'authorizedPendingCapture' : 'capturedPendingSettlement';
  const bank = payer.account.bank !== null;
  const customer = payer.profileId === null ? undefined : state.customers.get(payer.profileId);
  const reason = declined ? 2 : isPart ? 295 : 1;
  const transaction: Transaction = {
    ...core,
    ...(isPart && { cents: partialCents, requestedCents: cents }),
    id: state.nextId('transaction'),
    status: declined ? 'declined' : isPart ? 'authorizedPendingRelease' : pending,
    at: now,
    reason,
    authCode: declined || bank ? '' : authorizationCode(),
    avs: bank ? 'P' : (avsByZip[payer.zips.find(Boolean) ?? ''] ?? 'Y'),
    cvv: payer.cvv,
    description: request.order?.description ?? '',
    customerId: request.customer?.id ?? customer?.merchantCustomerId ?? '',
    customerEmail: request.customer?.email ?? customer?.email ?? '',
    customerIp: request.customerIP ?? '',
    profileId: payer.profileId,
    paymentProfileId: payer.paymentProfileId,
    billTo: payer.billTo,
    lineItems: request.lineItems?.lineItem ?? [],
    refundedCents: 0,
    batchId: null,
  };
  const made =
    !declined && request.profile?.createProfile ? profileWith(state, request, payer) : null;
  if (made?.entry) {
    transaction.profileId = made.entry.v.id;
    transaction.paymentProfileId = made.paymentProfileId;
  }
  state.record(...spend, ...(made?.entry ? [made.entry] : []), {
    t: 'transaction',
    v: transaction,
  });
  const more = made ? { profileResponse: made.answer } : undefined;
  return transactionAnswer({
    responseCode: declined ? '2' : isPart ? '4' : '1',
    reason,
    transaction,
    userFields,
    more,
  });
}

/**
 * priorAuthCaptureTransaction: takes the money of an authorization, at most as much as was
 * authorized.
 */
export function capturePrior(state: CardState, request: TransactionRequest, now: number): Answer {
  const transaction = state.transactions.get(request.refTransId ?? '');
  if (!transaction)
    return transactionAnswer({ responseCode: '3', reason: 16, refTransId: request.refTransId });
  const answer = { transaction, refTransId: transaction.id, userFields: request.userFields };
  if (
    transaction.status === 'capturedPendingSettlement' ||
    transaction.status === 'settledSuccessfully'
  )
    return transactionAnswer({ responseCode: '1', reason: 311, ...answer });
  const cents = request.amount === undefined ? transaction.cents : centsOf(request.amount);
  if (transaction.status !== 'authorizedPendingCapture')
    return transactionAnswer({ responseCode: '3', reason: 16, refTransId: transaction.id });
  if (cents === null || cents > transaction.cents)
    return transactionAnswer({ responseCode: '3', reason: 5, account: transaction.account });
  state.record({ t: 'capture', id: transaction.id, cents, at: now });
  return transactionAnswer({ responseCode: '1', reason: 1, ...answer });
}

/**
 * voidTransaction: takes back what is not settled yet. A second void of the same transaction says
 * so and succeeds.
 */
export function voidOne(state: CardState, request: TransactionRequest, now: number): Answer {
  const transaction = state.transactions.get(request.refTransId ?? '');
  const answer = { transaction, refTransId: transaction?.id, userFields: request.userFields };
  if (transaction?.status === 'voided')
    return transactionAnswer({ responseCode: '1', reason: 310, ...answer });
  const open =
    transaction &&
    [
      'authorizedPendingCapture',
      'authorizedPendingRelease',
      'capturedPendingSettlement',
      'refundPendingSettlement',
    ].includes(transaction.status);
  if (!transaction || !open)
    return transactionAnswer({ responseCode: '3', reason: 16, refTransId: request.refTransId });
  state.record({ t: 'void', id: transaction.id, at: now });
  return transactionAnswer({ responseCode: '1', reason: 1, ...answer });
}

/** createCustomerProfileFromTransactionRequest: keeps the card of an earlier charge. */
export function saveFromTransaction(
  state: CardState,
  body: {
    transId: string;
    customer?:
      | {
          merchantCustomerId?: string | undefined;
          email?: string | undefined;
          description?: string | undefined;
        }
      | undefined;
    customerProfileId?: string | undefined;
  },
): Answer {
  const transaction = state.transactions.get(body.transId);
  if (!transaction || transaction.status === 'declined') return refused('E00040');
  const request = {
    profile: {
      createProfile: true,
      ...(body.customerProfileId === undefined
        ? {}
        : { customerProfileId: body.customerProfileId }),
    },
    customer: {
      id: body.customer?.merchantCustomerId ?? transaction.customerId,
      email: body.customer?.email ?? transaction.customerEmail,
    },
  };
  const made = profileWith(state, request, {
    account: transaction.account,
    billTo: transaction.billTo,
  });
  if (!made.entry) return made.answer;
  state.record(made.entry);
  return ok({
    customerProfileId: made.entry.v.id,
    customerPaymentProfileIdList: [made.paymentProfileId],
    customerShippingAddressIdList: [],
    validationDirectResponseList: [],
  });
}
