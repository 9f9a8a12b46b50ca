import { describe, expect, test } from '@jest/globals';
import {
  book,
  chargeNew,
  code,
  inCardSandbox,
  minute,
  refund,
  sandbox,
  settle,
  voidIt,
} from '../testing/card-calls.ts';
import { numbers } from '../testing.ts';

inCardSandbox();

describe('authentication', () => {
  test('answers with a byte order mark and repeats refId, as the real API does', async () => {
    const body = {
      authenticateTestRequest: {
        merchantAuthentication: { name: 'sandbox-login', transactionKey: 'sandbox-key' },
        refId: 'r-7',
      },
    };
    const answer = await fetch(`${sandbox.url}/xml/v1/request.api`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(JSON.parse(bytes.subarray(3).toString())).toEqual({
      messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] },
      refId: 'r-7',
    });
  });

  test('a wrong transaction key is E00007', async () => {
    const body = {
      authenticateTestRequest: {
        merchantAuthentication: { name: 'sandbox-login', transactionKey: 'wrong' },
      },
    };
    const answer = await fetch(`${sandbox.url}/xml/v1/request.api`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(await answer.text()).toContain('E00007');
  });

  test('the public client key gives opaque data only, never a charge', async () => {
    const body = {
      getUnsettledTransactionListRequest: {
        merchantAuthentication: { name: 'sandbox-login', clientKey: 'sandbox-client-key' },
      },
    };
    const answer = await fetch(`${sandbox.url}/xml/v1/request.api`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(await answer.text()).toContain('E00007');
  });

  test('a body that is no JSON is E00003, an unknown request E00004', async () => {
    const broken = await fetch(`${sandbox.url}/xml/v1/request.api`, { method: 'POST', body: '{' });
    expect(await broken.text()).toContain('E00003');
    expect(code(await sandbox.cards('giveMeMoneyRequest'))).toBe('E00004');
  });

  test('fields in another order than the schema are E00003 with the field named', async () => {
    const reply = await sandbox.cards('createTransactionRequest', {
      transactionRequest: { amount: '5.00', transactionType: 'authCaptureTransaction' },
    });
    expect(code(reply)).toBe('E00003');
    expect(reply.messages.message[0]?.text).toContain("invalid child element 'transactionType'");
  });

  test('an invoice number above 20 characters is E00003', async () => {
    expect(
      code(await chargeNew(numbers.visa, '5.00', { order: { invoiceNumber: 'x'.repeat(21) } })),
    ).toBe('E00003');
  });
});

describe('a prepaid card with less than the amount', () => {
  test('zip 46225 approves and holds 1.23 until a void: responseCode 4, reason 295', async () => {
    const reply = await chargeNew(numbers.visa, '5.00', { billTo: { zip: '46225' } });
    expect(reply.transactionResponse).toMatchObject({
      responseCode: '4',
      prePaidCard: { requestedAmount: '5.00', approvedAmount: '1.23' },
      messages: [{ code: '295' }],
    });
    const { transId } = reply.transactionResponse as { transId: string };
    const statusOf = async () =>
      (await sandbox.cards('getTransactionDetailsRequest', { transId })).transaction as Record<
        string,
        unknown
      >;
    expect(await statusOf()).toMatchObject({
      transactionStatus: 'authorizedPendingRelease',
      requestedAmount: 5,
      authAmount: 1.23,
      settleAmount: 0,
    });
    await settle();
    expect(await book()).toEqual([]);
    await voidIt(transId);
    expect(await statusOf()).toMatchObject({ transactionStatus: 'voided' });
    const less = await chargeNew(numbers.visa, '1.23', { billTo: { zip: '46225' } });
    expect(less.transactionResponse).toMatchObject({ responseCode: '1' });
  });
});

describe('charges', () => {
  test('charges opaque data; answers with masked number, brand, code and id', async () => {
    const reply = await chargeNew(numbers.visa, '52.50', {
      order: { invoiceNumber: 'inv-1' },
      customer: { id: 's-1' },
    });
    expect(reply.messages.resultCode).toBe('Ok');
    expect(reply.transactionResponse).toMatchObject({
      responseCode: '1',
      avsResultCode: 'Y',
      accountNumber: 'XXXX1111',
      accountType: 'Visa',
    });
    expect(reply.transactionResponse.authCode).toMatch(/^[A-Z0-9]{6}$/);
    expect(reply.transactionResponse.messages).toEqual([
      { code: '1', description: 'This transaction has been approved.' },
    ]);
    const [line] = await book();
    expect(line).toEqual({
      transId: reply.transactionResponse.transId,
      type: 'authCapture',
      status: 'captured',
      amount: 52.5,
      invoiceNumber: 'inv-1',
      customer: 's-1',
      at: new Date(sandbox.clock.at).toISOString(),
    });
  });

  test.each([
    [numbers.visa, 'Visa'],
    [numbers.master, 'MasterCard'],
    [numbers.amex, 'AmericanExpress'],
    [numbers.discover, 'Discover'],
  ])('card %s is a %s', async (number, brand) => {
    expect((await chargeNew(number, '1.00')).transactionResponse.accountType).toBe(brand);
  });

  test('opaque data is good once', async () => {
    const payment = { opaqueData: await sandbox.opaque(numbers.visa) };
    await sandbox.charge({ amount: '5.00', payment });
    expect(code(await sandbox.charge({ amount: '6.00', payment }))).toBe('E00114');
  });

  test('opaque data is good for 15 minutes', async () => {
    const payment = { opaqueData: await sandbox.opaque(numbers.visa) };
    sandbox.clock.at += 15 * minute;
    expect(code(await sandbox.charge({ amount: '5.00', payment }))).toBe('E00115');
    expect(await book()).toEqual([]);
  });

  test.each([
    ['of the request', { billTo: { zip: '46282' } }, {}],
    ['given to the browser library', {}, { zip: '46282' }],
  ])(
    'billing zip 46282 %s declines: responseCode 2 inside an answer that is Ok',
    async (_where, more, card) => {
      const reply = await sandbox.charge({
        amount: '5.00',
        payment: { opaqueData: await sandbox.opaque(numbers.visa, card) },
        ...more,
      });
      expect(reply.messages.resultCode).toBe('Ok');
      expect(reply.transactionResponse.responseCode).toBe('2');
      expect(reply.transactionResponse.errors).toEqual([
        { errorCode: '2', errorText: 'This transaction has been declined.' },
      ]);
      expect(await book()).toMatchObject([{ status: 'declined', amount: 5 }]);
    },
  );

  test.each([['0'], ['-5'], ['1.001'], ['five']])(
    'an amount of %s is errorCode 5',
    async (amount) => {
      const reply = await chargeNew(numbers.visa, amount);
      expect(code(reply)).toBe('E00027');
      expect(reply.transactionResponse.errors[0].errorCode).toBe('5');
    },
  );

  test('refuses the same amount, card and invoice within two minutes as a duplicate', async () => {
    const first = await chargeNew(numbers.visa, '5.00', { order: { invoiceNumber: 'a' } });
    const again = await chargeNew(numbers.visa, '5.00', { order: { invoiceNumber: 'a' } });
    expect(code(again)).toBe('E00027');
    expect(again.transactionResponse).toMatchObject({
      responseCode: '3',
      transId: '0',
      errors: [{ errorCode: '11', errorText: 'A duplicate transaction has been submitted.' }],
    });
    expect(
      (await chargeNew(numbers.visa, '5.00', { order: { invoiceNumber: 'b' } })).transactionResponse
        .responseCode,
    ).toBe('1');
    sandbox.clock.at += 2 * minute;
    const later = await chargeNew(numbers.visa, '5.00', { order: { invoiceNumber: 'a' } });
    expect(later.transactionResponse.responseCode).toBe('1');
    expect(later.transactionResponse.transId).not.toBe(first.transactionResponse.transId);
  });

  test('names the first transaction when a duplicate window is set; 0 charges again', async () => {
    const transactionSettings = (settingValue: string) => ({
      transactionSettings: { setting: [{ settingName: 'duplicateWindow', settingValue }] },
    });
    const first = await chargeNew(numbers.visa, '5.00');
    const again = await chargeNew(numbers.visa, '5.00', transactionSettings('600'));
    expect(again.transactionResponse).toMatchObject({
      responseCode: '3',
      transId: first.transactionResponse.transId,
    });
    expect(
      (await chargeNew(numbers.visa, '5.00', transactionSettings('0'))).transactionResponse
        .responseCode,
    ).toBe('1');
  });

  test('a declined charge does not stop the next one as a duplicate', async () => {
    await sandbox.call('PUT', '/__faults', { partner: 'cards', mode: 'decline', count: 1 });
    expect((await chargeNew(numbers.visa, '5.00')).transactionResponse.responseCode).toBe('2');
    expect((await chargeNew(numbers.visa, '5.00')).transactionResponse.responseCode).toBe('1');
  });

  test('a bank account is charged as eCheck, directly and by opaque data', async () => {
    const bank = {
      accountType: 'checking',
      routingNumber: '121042882',
      accountNumber: '123456789',
      nameOnAccount: 'Dana Levi',
    };
    const direct = await sandbox.charge({ amount: '9.00', payment: { bankAccount: bank } });
    expect(direct.transactionResponse).toMatchObject({
      responseCode: '1',
      accountType: 'eCheck',
      accountNumber: 'XXXX6789',
    });
    const { opaqueData } = await sandbox.cards('securePaymentContainerRequest', {
      data: { type: 'TOKEN', id: 'b', bankToken: bank },
    });
    expect(
      (await sandbox.charge({ amount: '8.00', payment: { opaqueData } })).transactionResponse
        .accountType,
    ).toBe('eCheck');
    const wrong = await sandbox.charge({
      amount: '7.00',
      payment: { bankAccount: { ...bank, routingNumber: '121042883' } },
    });
    expect(wrong.transactionResponse.errors[0].errorCode).toBe('9');
  });

  test('an authorization moves no money until it is captured', async () => {
    const payment = { opaqueData: await sandbox.opaque(numbers.visa) };
    const held = await sandbox.charge({
      transactionType: 'authOnlyTransaction',
      amount: '20.00',
      payment,
    });
    expect(await book()).toEqual([]);
    const refTransId = held.transactionResponse.transId;
    const capture = (amount: string) =>
      sandbox.cards('createTransactionRequest', {
        transactionRequest: { transactionType: 'priorAuthCaptureTransaction', amount, refTransId },
      });
    expect((await capture('20.01')).transactionResponse.errors[0].errorCode).toBe('5');
    expect((await capture('15.00')).transactionResponse.responseCode).toBe('1');
    expect(await book()).toMatchObject([{ transId: refTransId, status: 'captured', amount: 15 }]);
  });
});

describe('voids and refunds', () => {
  test('voids an unsettled transaction, once', async () => {
    const { transId } = (await chargeNew(numbers.visa, '5.00')).transactionResponse;
    expect((await voidIt(transId)).transactionResponse).toMatchObject({
      responseCode: '1',
      transId,
    });
    expect((await voidIt(transId)).transactionResponse.messages[0].code).toBe('310');
    expect(await book()).toMatchObject([
      { transId, type: 'authCapture', status: 'voided' },
      { transId, type: 'void', status: 'voided' },
    ]);
  });

  test('a settled charge is not voided but refunded, an unsettled one not refunded', async () => {
    const { transId } = (await chargeNew(numbers.visa, '5.00')).transactionResponse;
    const early = await refund(transId, '5.00');
    expect(code(early)).toBe('E00027');
    expect(early.transactionResponse.errors[0].errorCode).toBe('54');
    await settle();
    expect((await voidIt(transId)).transactionResponse.errors[0].errorCode).toBe('16');
    expect((await refund(transId, '5.00')).transactionResponse.responseCode).toBe('1');
    expect(await book()).toMatchObject([
      { type: 'authCapture', status: 'captured', amount: 5 },
      { type: 'refund', status: 'refunded', amount: 5 },
    ]);
  });

  test('refunds of one charge never exceed it, and a voided refund counts no more', async () => {
    const { transId } = (await chargeNew(numbers.visa, '10.00')).transactionResponse;
    await settle();
    const first = await refund(transId, '7.00', { order: { invoiceNumber: 'r-1' } });
    expect((await refund(transId, '4.00')).transactionResponse.errors[0].errorCode).toBe('55');
    await voidIt(first.transactionResponse.transId);
    expect((await refund(transId, '10.00')).transactionResponse.responseCode).toBe('1');
  });

  test('a refund to another card or of an unknown charge is refused', async () => {
    const { transId } = (await chargeNew(numbers.master, '10.00')).transactionResponse;
    await settle();
    expect((await refund(transId, '1.00')).transactionResponse.errors[0].errorCode).toBe('54');
    expect((await refund('99', '1.00')).transactionResponse.errors[0].errorCode).toBe('16');
  });

  test('settles every transaction after a day', async () => {
    const { transId } = (await chargeNew(numbers.visa, '5.00')).transactionResponse;
    const status = async () =>
      (await sandbox.cards('getTransactionDetailsRequest', { transId })).transaction
        .transactionStatus as string;
    expect(await status()).toBe('capturedPendingSettlement');
    sandbox.clock.at += 24 * 60 * minute;
    expect(await status()).toBe('settledSuccessfully');
  });
});
