import { afterEach, beforeEach } from '@jest/globals';
import { startSandbox, type TestSandbox } from '../testing.ts';

/** A sandbox of its own for every test, there once `inCardSandbox` has begun. */
export let sandbox: TestSandbox;

export function inCardSandbox(): void {
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.stop());
}

export const minute = 60_000;
export const code = (reply: { messages: { message: { code: string }[] } }) =>
  reply.messages.message[0]?.code;
export const book = async () =>
  (await (await fetch(`${sandbox.url}/__cards/transactions`)).json()) as Record<string, unknown>[];
export const chargeNew = async (
  number: string,
  amount: string,
  more: Record<string, unknown> = {},
) => sandbox.charge({ amount, payment: { opaqueData: await sandbox.opaque(number) }, ...more });
export const settle = () => sandbox.call('POST', '/__cards/settle');
export const refund = (refTransId: string, amount: string, more: Record<string, unknown> = {}) =>
  sandbox.cards('createTransactionRequest', {
    transactionRequest: {
      transactionType: 'refundTransaction',
      amount,
      payment: { creditCard: { cardNumber: '1111', expirationDate: 'XXXX' } },
      refTransId,
      ...more,
    },
  });
export const voidIt = (refTransId: string) =>
  sandbox.cards('createTransactionRequest', {
    transactionRequest: { transactionType: 'voidTransaction', refTransId },
  });
export const aCustomer = async (merchantCustomerId = 's-1') =>
  (await sandbox.cards('createCustomerProfileRequest', { profile: { merchantCustomerId } }))
    .customerProfileId as string;
export const aSavedCard = async (
  customerProfileId: string,
  number: string,
  more: Record<string, unknown> = {},
) =>
  sandbox.cards('createCustomerPaymentProfileRequest', {
    customerProfileId,
    paymentProfile: { payment: { opaqueData: await sandbox.opaque(number) } },
    ...more,
  });
