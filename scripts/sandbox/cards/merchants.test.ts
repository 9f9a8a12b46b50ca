import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { numbers, startSandbox, type TestSandbox } from '../testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

const keys = { name: 'sandbox-ttinj-login', transactionKey: 'sandbox-ttinj-key' };
const browserKeys = { name: 'sandbox-ttinj-login', clientKey: 'sandbox-ttinj-client-key' };
const bank = {
  accountType: 'checking',
  routingNumber: '121042882',
  accountNumber: '123456789',
  nameOnAccount: 'Dana Levi',
};

async function atTtinj(
  request: string,
  body: Record<string, unknown>,
  merchantAuthentication: Record<string, string> = keys,
) {
  const answer = await fetch(`${sandbox.url}/xml/v1/request.api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [request]: { merchantAuthentication, ...body } }),
  });
  return JSON.parse((await answer.text()).replace(/^\uFEFF/, ''));
}
const charge = (payment: object, amount = '7.00') =>
  atTtinj('createTransactionRequest', {
    transactionRequest: { transactionType: 'authCaptureTransaction', amount, payment },
  });
const books = async (account = '') =>
  (await sandbox.call('GET', `/__cards/transactions${account && `?account=${account}`}`))
    .body as never;

test('two merchant accounts have two books, and no id is in both', async () => {
  const card = { creditCard: { cardNumber: numbers.visa, expirationDate: '2030-12' } };
  const mine = (await charge(card)).transactionResponse.transId;
  sandbox.clock.at += 1000;
  const other = (await sandbox.charge({ amount: '5.00', payment: card })).transactionResponse
    .transId;
  expect(mine).not.toBe(other);
  expect(await books()).toMatchObject([{ transId: mine }, { transId: other }]);
  expect(await books('TTINJ')).toMatchObject([{ transId: mine, amount: 7 }]);
  expect(await books('TTI')).toMatchObject([{ transId: other, amount: 5 }]);
  const elsewhere = await sandbox.cards('getTransactionDetailsRequest', { transId: mine });
  expect(elsewhere.messages.message[0]?.code).toBe('E00040');
});

test('accepts a token or saved card only from the account that created it', async () => {
  const token = { cardNumber: numbers.visa, expirationDate: '122030', cardCode: '123' };
  const data = { type: 'TOKEN', id: 'test', token };
  const { opaqueData } = await atTtinj('securePaymentContainerRequest', { data }, browserKeys);
  expect(
    (await sandbox.charge({ amount: '5.00', payment: { opaqueData } })).messages.message[0]?.code,
  ).toBe('E00114');
  expect((await charge({ opaqueData })).transactionResponse.responseCode).toBe('1');
  expect(
    (await atTtinj('securePaymentContainerRequest', { data }, keys)).messages.message[0].code,
  ).toBe('E00007');
});

test('refuses bank accounts at an account without them, and takes cards', async () => {
  await sandbox.call('PUT', '/__cards/ach', { account: 'TTINJ', on: false });
  expect((await charge({ bankAccount: bank })).transactionResponse.errors[0]).toEqual({
    errorCode: '18',
    errorText: 'ACH transactions are not accepted by this merchant.',
  });
  expect(
    (await charge({ creditCard: { cardNumber: numbers.visa, expirationDate: '2030-12' } }))
      .transactionResponse.responseCode,
  ).toBe('1');
  expect(
    (await sandbox.charge({ amount: '5.00', payment: { bankAccount: bank } })).transactionResponse
      .responseCode,
  ).toBe('1');
});

test('settling settles both accounts', async () => {
  const { transId } = (await charge({ bankAccount: bank })).transactionResponse;
  await sandbox.charge({ amount: '5.00', payment: { bankAccount: bank } });
  expect((await sandbox.call('POST', '/__cards/settle')).body).toEqual({ settled: 2 });
  const { transaction } = await atTtinj('getTransactionDetailsRequest', { transId });
  expect(transaction).toMatchObject({
    transactionStatus: 'settledSuccessfully',
    payment: { bankAccount: { accountNumber: 'XXXX6789' } },
  });
});
