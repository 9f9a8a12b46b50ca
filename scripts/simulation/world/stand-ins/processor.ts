import { cluster } from '../processes/cluster.ts';
import type { Runtime } from '../processes/runtime.ts';

/** A transaction as the processor has it. */
export interface Transaction {
  transId: string;
  kind: 'charge' | 'refund';
  status: 'captured' | 'settled' | 'declined' | 'voided';
  cents: number;
  invoiceNumber: string;
  customerProfileId: string | null;
  refTransId: string | null;
  at: number;
}

type Body = Readonly<Record<string, unknown>>;

const OK = { messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } };
const refused = (code: string, text: string) => ({
  messages: { resultCode: 'Error', message: [{ code, text }] },
});

/** Milliseconds until charges and refunds are settled. */
const SETTLED_AFTER_MS = 240_000;
/** The longest delay of a request whose connection broke, in milliseconds. */
const LATE_MS = 45_000;
const DUPLICATE_WINDOW_MS = 28_800_000;

/**
 * The card processor, with the part of Authorize.Net's protocol that the portal uses. It declines,
 * fails, loses its answers and carries out requests late.
 */
export class Processor {
  readonly transactions: Transaction[] = [];
  private readonly runtime: Runtime;
  /** Requests on their way; a leap of time pauses the portal, not the processor. */
  underWay = 0;
  private lastId = 60_000_000_000;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
  }

  /** Answers a request; a lost answer fails like a broken connection. */
  ask(text: string): Promise<string> {
    const { runtime } = this;
    const { faultRates, faultPlan } = cluster();
    const { random } = runtime;
    const [[name, body] = ['', {}]] = Object.entries(JSON.parse(text) as Record<string, Body>);
    const isLost = faultPlan.strikes('processor silent', faultRates.processorLost);
    const isLate = isLost && random.chance(0.4);
    const isNever = isLost && !isLate && random.chance(0.3);
    const work = isLate ? random.next() * LATE_MS : random.latency(60);
    return new Promise((resolve, reject) => {
      if (isLost)
        runtime.later(random.next() * 9_000, 'processor silent', () =>
          reject(Object.assign(new Error('fetch failed'), { cause: { code: 'ECONNRESET' } })),
        );
      if (isNever) return;
      this.underWay++;
      runtime.later(work, `processor ${name}`, () => {
        this.underWay--;
        const answer = this.perform(name, body);
        if (!isLost) resolve(JSON.stringify(answer));
      });
    });
  }

  private perform(name: string, body: Body): object {
    const { faultRates, faultPlan } = cluster();
    this.settle();
    if (faultPlan.strikes('processor fails', faultRates.processorFails))
      return refused('E00001', 'An error occurred during processing. Please try again.');
    switch (name) {
      case 'createTransactionRequest':
        return this.transact(body['transactionRequest'] as Body);
      case 'getTransactionListForCustomerRequest':
        return this.list((one) => one.customerProfileId === body['customerProfileId']);
      case 'getUnsettledTransactionListRequest':
        return this.list(({ status }) => status !== 'settled');
      case 'getSettledBatchListRequest':
        return { ...OK, batchList: [{ batchId: '1' }] };
      case 'getTransactionListRequest':
        return this.list(({ status }) => status === 'settled');
      case 'getTransactionDetailsRequest':
        return this.details(String(body['transId']));
      default:
        throw new Error(`the processor has no request ${name}`);
    }
  }

  private settle(): void {
    const before = this.runtime.now - SETTLED_AFTER_MS;
    for (const one of this.transactions)
      if (one.status === 'captured' && one.at <= before) one.status = 'settled';
  }

  private list(isMeant: (one: Transaction) => boolean): object {
    const transactions = this.transactions
      .filter(isMeant)
      .reverse()
      .map((one) => ({
        transId: one.transId,
        invoiceNumber: one.invoiceNumber,
        transactionStatus: statusOf(one),
      }));
    return { ...OK, transactions };
  }

  private details(transId: string): object {
    const one = this.transactions.find((transaction) => transaction.transId === transId);
    if (!one) return refused('E00040', 'The record cannot be found.');
    return {
      ...OK,
      transaction: {
        transId,
        transactionStatus: statusOf(one),
        authAmount: (one.cents / 100).toFixed(2),
        payment: { creditCard: { cardNumber: 'XXXX1111', cardType: 'Visa' } },
      },
    };
  }

  private transact(request: Body): object {
    const type = String(request['transactionType']);
    if (type === 'voidTransaction') return this.void(String(request['refTransId']));
    const cents = Math.round(Number(request['amount']) * 100);
    const invoiceNumber = String((request['order'] as Body)['invoiceNumber']);
    const profile = request['profile'] as Body | undefined;
    const isRefund = type === 'refundTransaction';
    const refTransId = isRefund ? String(request['refTransId']) : null;
    const charged = this.transactions.find(({ transId }) => transId === refTransId);
    const twin = this.transactions.find(
      (one) =>
        one.status !== 'declined' &&
        one.invoiceNumber === invoiceNumber &&
        one.cents === cents &&
        one.refTransId === refTransId &&
        this.runtime.now - one.at < DUPLICATE_WINDOW_MS,
    );
    if (twin) return this.error('11', 'A duplicate transaction has been submitted.');
    if (isRefund) {
      const back = this.transactions
        .filter((one) => one.refTransId === refTransId && one.status !== 'declined')
        .reduce((sum, one) => sum + one.cents, 0);
      if (charged?.status !== 'settled' || back + cents > charged.cents)
        return this.error('54', 'The referenced transaction does not meet the criteria.');
    }
    const { faultRates, faultPlan } = cluster();
    const isDeclined =
      !isRefund && faultPlan.strikes('processor declines', faultRates.processorDeclines);
    const transaction: Transaction = {
      transId: String(++this.lastId),
      kind: isRefund ? 'refund' : 'charge',
      status: isDeclined ? 'declined' : 'captured',
      cents,
      invoiceNumber,
      customerProfileId:
        charged?.customerProfileId ?? ((profile?.['customerProfileId'] ?? null) as string | null),
      refTransId,
      at: this.runtime.now,
    };
    this.transactions.push(transaction);
    if (isDeclined) return this.error('2', 'This transaction has been declined.', '2');
    return { ...OK, transactionResponse: this.approved(transaction) };
  }

  private approved({ transId }: Transaction): object {
    return { responseCode: '1', transId, accountNumber: 'XXXX1111', accountType: 'Visa' };
  }

  private error(errorCode: string, errorText: string, responseCode = '3'): object {
    return {
      ...refused('E00027', 'The transaction was unsuccessful.'),
      transactionResponse: { responseCode, transId: '0', errors: [{ errorCode, errorText }] },
    };
  }

  private void(transId: string): object {
    const one = this.transactions.find((transaction) => transaction.transId === transId);
    if (!one || one.status === 'settled' || one.status === 'declined')
      return this.error('16', 'The transaction cannot be found.');
    one.status = 'voided';
    return { ...OK, transactionResponse: this.approved(one) };
  }
}

function statusOf({ status, kind }: Transaction): string {
  if (status === 'captured')
    return kind === 'refund' ? 'refundPendingSettlement' : 'capturedPendingSettlement';
  if (status === 'settled')
    return kind === 'refund' ? 'refundSettledSuccessfully' : 'settledSuccessfully';
  return status;
}
