import type { z } from 'zod';
import type { CardState } from './card-state.ts';
import type { Account, Batch, PaymentProfile, Transaction } from './records.ts';
import { type Answer, ok, type Reason, reasons, refused } from './wire/answers.ts';
import type { bodies } from './wire/read-request.ts';

type Body<K extends keyof typeof bodies> = z.infer<(typeof bodies)[K]>;

const dollars = (cents: number) => Number((cents / 100).toFixed(2));
const utc = (at: number) => new Date(at).toISOString();
/** The merchant's own time, as the API writes it (no offset). */
const local = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO('America/New_York')
    .toPlainDateTime()
    .toString();

function paymentOf(account: Account, expiryShown = false): Record<string, unknown> {
  if (!account.bank) {
    const expirationDate = expiryShown && account.expiry ? account.expiry : 'XXXX';
    return {
      creditCard: { cardNumber: `XXXX${account.lastFour}`, expirationDate, cardType: account.type },
    };
  }
  const { accountType, routingLastFour, nameOnAccount, echeckType, bankName } = account.bank;
  return {
    bankAccount: {
      accountType,
      routingNumber: `XXXX${routingLastFour}`,
      accountNumber: `XXXX${account.lastFour}`,
      nameOnAccount,
      echeckType,
      bankName,
    },
  };
}

const profileOf = (transaction: Transaction) =>
  transaction.profileId === null
    ? {}
    : {
        profile: {
          customerProfileId: transaction.profileId,
          customerPaymentProfileId: transaction.paymentProfileId,
        },
      };

function summary(transaction: Transaction): Record<string, unknown> {
  return {
    transId: transaction.id,
    submitTimeUTC: utc(transaction.at),
    submitTimeLocal: local(transaction.at),
    transactionStatus: transaction.status,
    invoiceNumber: transaction.invoiceNumber,
    ...(transaction.billTo.firstName && { firstName: transaction.billTo.firstName }),
    ...(transaction.billTo.lastName && { lastName: transaction.billTo.lastName }),
    accountType: transaction.account.type,
    accountNumber: `XXXX${transaction.account.lastFour}`,
    settleAmount:
      transaction.status === 'declined' || transaction.requestedCents
        ? 0
        : dollars(transaction.cents),
    marketType: 'eCommerce',
    product: 'Card Not Present',
    hasReturnedItems: transaction.status === 'returnedItem',
    hasReturnedItemsSpecified: transaction.status === 'returnedItem',
    ...profileOf(transaction),
  };
}

/** getTransactionDetailsRequest. */
export function transactionDetails(state: CardState, body: Body<'transactionId'>): Answer {
  const transaction = state.transactions.get(body.transId);
  if (!transaction) return refused('E00040');
  const batch = transaction.batchId === null ? undefined : state.batches.get(transaction.batchId);
  const declined = transaction.status === 'declined';
  const kinds = {
    authCapture: 'authCaptureTransaction',
    authOnly: 'authOnlyTransaction',
    refund: 'refundTransaction',
  };
  const isPart = transaction.requestedCents !== undefined;
  const responseCode = declined ? 2 : isPart ? 4 : 1;
  return ok({
    transaction: {
      transId: transaction.id,
      ...(transaction.refTransId && { refTransId: transaction.refTransId }),
      submitTimeUTC: utc(transaction.at),
      submitTimeLocal: local(transaction.at),
      transactionType: kinds[transaction.kind],
      transactionStatus: transaction.status,
      responseCode,
      responseReasonCode: transaction.reason,
      responseReasonDescription: declined
        ? reasons[2]
        : (reasons[transaction.reason as Reason] ?? reasons[1]),
      authCode: transaction.authCode,
      AVSResponse: transaction.avs,
      cardCodeResponse: transaction.cvv,
      ...(batch && { batch: batchFields(batch) }),
      order: { invoiceNumber: transaction.invoiceNumber, description: transaction.description },
      ...(transaction.lineItems?.length && {
        lineItems: transaction.lineItems.map((item) => ({
          ...item,
          quantity: Number(item.quantity),
          unitPrice: Number(item.unitPrice),
          taxable: false,
        })),
      }),
      ...(transaction.requestedCents !== undefined && {
        requestedAmount: dollars(transaction.requestedCents),
      }),
      authAmount: dollars(transaction.cents),
      settleAmount: declined || isPart ? 0 : dollars(transaction.cents),
      taxExempt: false,
      payment: paymentOf(transaction.account),
      customer: {
        type: 'individual',
        id: transaction.customerId,
        email: transaction.customerEmail,
      },
      billTo: transaction.billTo,
      recurringBilling: false,
      ...(transaction.customerIp && { customerIP: transaction.customerIp }),
      product: 'Card Not Present',
      marketType: 'eCommerce',
      ...profileOf(transaction),
    },
  });
}

function listed(all: Transaction[], body: Body<'list'>): Answer {
  const sortBy = body.sorting?.orderBy ?? 'submitTimeUTC';
  const key: (transaction: Transaction) => string | number =
    sortBy === 'settleAmount'
      ? (one) => one.cents
      : sortBy === 'id'
        ? (one) => Number(one.id)
        : (one) => one.at;
  const sign = body.sorting?.orderDescending ? -1 : 1;
  const sorted = [...all].sort(
    (a, b) => sign * (Number(key(a)) - Number(key(b)) || Number(a.id) - Number(b.id)),
  );
  const { limit, offset } = body.paging ?? { limit: 1000, offset: 1 };
  const page = sorted.slice((offset - 1) * limit, offset * limit);
  if (all.length === 0) return ok({ totalNumInResultSet: 0 }, 'I00004');
  return ok({ transactions: page.map(summary), totalNumInResultSet: all.length });
}

/**
 * getUnsettledTransactionListRequest: everything since the last settlement, declined and voided
 * ones included.
 */
export function unsettledList(state: CardState, body: Body<'list'>): Answer {
  return listed(body.status === 'pendingApproval' ? [] : [...state.unsettled.values()], body);
}

/** getTransactionListRequest: the transactions of one settled batch. */
export function batchTransactions(state: CardState, body: Body<'list'>): Answer {
  const batch = state.batches.get(body.batchId ?? '');
  if (!batch) return refused('E00040');
  return listed(
    batch.transactionIds.flatMap((id) => state.transactions.get(id) ?? []),
    body,
  );
}

/** getTransactionListForCustomerRequest: by customer profile, or by one of its payment profiles. */
export function customerTransactions(state: CardState, body: Body<'list'>): Answer {
  const all = state.transactionsOfCustomer(body.customerProfileId ?? '');
  return listed(
    body.customerPaymentProfileId === undefined
      ? all
      : all.filter((one) => one.paymentProfileId === body.customerPaymentProfileId),
    body,
  );
}

const batchFields = (batch: Batch) => ({
  batchId: batch.id,
  settlementTimeUTC: utc(batch.at),
  settlementTimeLocal: local(batch.at),
  settlementState: 'settledSuccessfully',
});

function statistics(state: CardState, batch: Batch): Record<string, unknown>[] {
  const byType = new Map<string, Transaction[]>();
  for (const id of batch.transactionIds) {
    const one = state.transactions.get(id);
    if (one) byType.set(one.account.type, [...(byType.get(one.account.type) ?? []), one]);
  }
  const sum = (list: Transaction[]) => dollars(list.reduce((total, one) => total + one.cents, 0));
  return [...byType].map(([accountType, all]) => {
    const charges = all.filter((one) => one.status === 'settledSuccessfully');
    const refunds = all.filter((one) => one.status === 'refundSettledSuccessfully');
    const returned = all.filter((one) => one.status === 'returnedItem');
    return {
      accountType,
      chargeAmount: sum(charges),
      chargeCount: charges.length,
      refundAmount: sum(refunds),
      refundCount: refunds.length,
      voidCount: all.filter((one) => one.status === 'voided').length,
      declineCount: all.filter((one) => one.status === 'declined').length,
      errorCount: all.filter((one) => one.status === 'settlementError').length,
      returnedItemAmount: sum(returned),
      returnedItemCount: returned.length,
    };
  });
}

/**
 * getSettledBatchListRequest: the batches between two dates (at most 31 days apart), without dates
 * those of the last 24 hours.
 */
export function settledBatches(state: CardState, body: Body<'batches'>, now: number): Answer {
  const day = 86_400_000;
  const first =
    body.firstSettlementDate === undefined ? now - day : Date.parse(body.firstSettlementDate);
  const last = body.lastSettlementDate === undefined ? now : Date.parse(body.lastSettlementDate);
  if (Number.isNaN(first) || Number.isNaN(last))
    return refused('E00013', 'Settlement date is invalid.');
  if (last - first > 31 * day)
    return refused(
      'E00013',
      'The difference between firstSettlementDate and lastSettlementDate cannot be more ' +
        'than 31 days.',
    );
  const found = [...state.batches.values()].filter(
    (batch) => batch.at >= first && batch.at <= last,
  );
  if (found.length === 0) return ok({}, 'I00004');
  return ok({
    batchList: found.map((batch) => ({
      ...batchFields(batch),
      paymentMethod: 'creditCard',
      marketType: 'eCommerce',
      product: 'Card Not Present',
      ...(body.includeStatistics && { statistics: statistics(state, batch) }),
    })),
  });
}

/** getBatchStatisticsRequest. */
export function batchStatistics(state: CardState, body: Body<'batchId'>): Answer {
  const batch = state.batches.get(body.batchId);
  return batch
    ? ok({
        batch: {
          ...batchFields(batch),
          paymentMethod: 'creditCard',
          statistics: statistics(state, batch),
        },
      })
    : refused('E00040');
}

function shownProfile(profile: PaymentProfile, expiryShown: boolean): Record<string, unknown> {
  return {
    ...(profile.isDefault && { defaultPaymentProfile: true }),
    customerPaymentProfileId: profile.id,
    payment: paymentOf(profile.account, expiryShown),
    ...(profile.customerType && { customerType: profile.customerType }),
    billTo: profile.billTo,
  };
}

/** getCustomerProfileRequest: by its id, by the merchant's own customer id, or by e-mail. */
export function customerDetails(state: CardState, body: Body<'getCustomer'>): Answer {
  const { customerProfileId, merchantCustomerId, email } = body;
  const customer =
    customerProfileId === undefined
      ? [...state.customers.values()].find(
          (one) =>
            (merchantCustomerId !== undefined && one.merchantCustomerId === merchantCustomerId) ||
            (email !== undefined && one.email === email),
        )
      : state.customers.get(customerProfileId);
  if (!customer) return refused('E00040');
  const shown = body.unmaskExpirationDate ?? false;
  return ok({
    profile: {
      paymentProfiles: customer.paymentProfiles.map((profile) => shownProfile(profile, shown)),
      profileType: 'regular',
      customerProfileId: customer.id,
      merchantCustomerId: customer.merchantCustomerId,
      description: customer.description,
      email: customer.email,
    },
  });
}

/** getCustomerPaymentProfileRequest. */
export function paymentProfileDetails(state: CardState, body: Body<'paymentProfileId'>): Answer {
  const profile = state.customers
    .get(body.customerProfileId)
    ?.paymentProfiles.find((one) => one.id === body.customerPaymentProfileId);
  if (!profile) return refused('E00040');
  return ok({
    paymentProfile: {
      customerProfileId: body.customerProfileId,
      ...shownProfile(profile, body.unmaskExpirationDate ?? false),
    },
  });
}

/** getCustomerProfileIdsRequest. */
export function customerIds(state: CardState): Answer {
  return ok({ ids: [...state.customers.keys()] });
}
