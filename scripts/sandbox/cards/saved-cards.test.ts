import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  aCustomer,
  aSavedCard,
  book,
  chargeNew,
  code,
  inCardSandbox,
  refund,
  sandbox,
  settle,
} from '../testing/card-calls.ts';
import { numbers, startSandbox } from '../testing.ts';

inCardSandbox();

describe('saved cards', () => {
  test('the same customer again is E00039 and names the first', async () => {
    const id = await aCustomer('s-1');
    const again = await sandbox.cards('createCustomerProfileRequest', {
      profile: { merchantCustomerId: 's-1' },
    });
    expect(again.messages.message[0]).toEqual({
      code: 'E00039',
      text: `A duplicate record with ID ${id} already exists.`,
    });
  });

  test('a card is saved and charged, and shown by its last four digits only', async () => {
    const customerProfileId = await aCustomer();
    const { customerPaymentProfileId } = await aSavedCard(customerProfileId, numbers.visa);
    const profile = {
      customerProfileId,
      paymentProfile: { paymentProfileId: customerPaymentProfileId },
    };
    const reply = await sandbox.charge({ amount: '5.00', profile });
    expect(reply.transactionResponse).toMatchObject({
      responseCode: '1',
      accountNumber: 'XXXX1111',
      profile: { customerProfileId, customerPaymentProfileId },
    });
    const shown = await sandbox.cards('getCustomerProfileRequest', { customerProfileId });
    expect(shown.profile.paymentProfiles[0].payment.creditCard).toEqual({
      cardNumber: 'XXXX1111',
      expirationDate: 'XXXX',
      cardType: 'Visa',
    });
    const open = await sandbox.cards('getCustomerPaymentProfileRequest', {
      customerProfileId,
      customerPaymentProfileId,
      unmaskExpirationDate: true,
    });
    expect(open.paymentProfile.payment.creditCard.expirationDate).toBe('2030-12');
  });

  test('lists customers with the ids of saved cards and without deleted ones', async () => {
    const customerProfileId = await aCustomer('s-7');
    const [kept, deleted] = await Promise.all(
      [numbers.visa, numbers.master].map((number) => aSavedCard(customerProfileId, number)),
    );
    await sandbox.cards('deleteCustomerPaymentProfileRequest', {
      customerProfileId,
      customerPaymentProfileId: deleted?.customerPaymentProfileId,
    });
    const list = await (await fetch(`${sandbox.url}/__cards/customers`)).json();
    expect(list).toEqual([
      {
        account: 'TTI',
        customer: 's-7',
        customerProfileId,
        saved: [kept?.customerPaymentProfileId],
      },
    ]);
  });

  test('the same card again is E00039 with the id of the saved one', async () => {
    const customerProfileId = await aCustomer();
    const { customerPaymentProfileId } = await aSavedCard(customerProfileId, numbers.visa);
    const again = await aSavedCard(customerProfileId, numbers.visa);
    expect(again).toMatchObject({
      customerProfileId,
      customerPaymentProfileId,
      messages: {
        message: [{ code: 'E00039', text: 'A duplicate customer payment profile already exists.' }],
      },
    });
  });

  test('zip 46282 fails live validation; without it the card is saved and declined', async () => {
    const customerProfileId = await aCustomer();
    const paymentProfile = async () => ({
      billTo: { zip: '46282' },
      payment: { opaqueData: await sandbox.opaque(numbers.visa) },
    });
    const live = await sandbox.cards('createCustomerPaymentProfileRequest', {
      customerProfileId,
      paymentProfile: await paymentProfile(),
      validationMode: 'liveMode',
    });
    expect(code(live)).toBe('E00027');
    const saved = await sandbox.cards('createCustomerPaymentProfileRequest', {
      customerProfileId,
      paymentProfile: await paymentProfile(),
      validationMode: 'testMode',
    });
    expect(saved.messages.resultCode).toBe('Ok');
    const profile = {
      customerProfileId,
      paymentProfile: { paymentProfileId: saved.customerPaymentProfileId },
    };
    expect(
      (await sandbox.charge({ amount: '5.00', profile })).transactionResponse.responseCode,
    ).toBe('2');
  });

  test('an update keeps the number behind XXXX and changes expiry and address', async () => {
    const customerProfileId = await aCustomer();
    const { customerPaymentProfileId } = await aSavedCard(customerProfileId, numbers.visa);
    const paymentProfile = {
      billTo: { zip: '10001' },
      payment: { creditCard: { cardNumber: 'XXXX1111', expirationDate: '2031-05' } },
      customerPaymentProfileId,
    };
    expect(
      (
        await sandbox.cards('updateCustomerPaymentProfileRequest', {
          customerProfileId,
          paymentProfile,
        })
      ).messages.resultCode,
    ).toBe('Ok');
    const shown = await sandbox.cards('getCustomerPaymentProfileRequest', {
      customerProfileId,
      customerPaymentProfileId,
      unmaskExpirationDate: true,
    });
    expect(shown.paymentProfile).toMatchObject({
      billTo: { zip: '10001' },
      payment: { creditCard: { cardNumber: 'XXXX1111', expirationDate: '2031-05' } },
    });
  });

  test('answers E00040 for a deleted card', async () => {
    const customerProfileId = await aCustomer();
    const { customerPaymentProfileId } = await aSavedCard(customerProfileId, numbers.visa);
    await sandbox.cards('deleteCustomerPaymentProfileRequest', {
      customerProfileId,
      customerPaymentProfileId,
    });
    expect(
      code(
        await sandbox.cards('getCustomerPaymentProfileRequest', {
          customerProfileId,
          customerPaymentProfileId,
        }),
      ),
    ).toBe('E00040');
    expect(
      code(
        await sandbox.charge({
          amount: '5.00',
          profile: {
            customerProfileId,
            paymentProfile: { paymentProfileId: customerPaymentProfileId },
          },
        }),
      ),
    ).toBe('E00040');
  });

  test('a charge can save its card, at once or afterwards', async () => {
    const payment = { opaqueData: await sandbox.opaque(numbers.visa) };
    const reply = await sandbox.charge({
      amount: '5.00',
      payment,
      profile: { createProfile: true },
      customer: { id: 's-9' },
    });
    expect(reply.profileResponse.messages.resultCode).toBe('Ok');
    const { transId } = (await chargeNew(numbers.master, '5.00')).transactionResponse;
    const later = await sandbox.cards('createCustomerProfileFromTransactionRequest', {
      transId,
      customerProfileId: reply.profileResponse.customerProfileId,
    });
    expect(later.customerPaymentProfileIdList).toHaveLength(1);
  });
});

describe('look-ups', () => {
  test('lists unsettled charges with their invoices, newest first, in pages', async () => {
    for (const invoiceNumber of ['a', 'b', 'c']) {
      sandbox.clock.at += 1000;
      await chargeNew(numbers.visa, '5.00', { order: { invoiceNumber } });
    }
    const list = await sandbox.cards('getUnsettledTransactionListRequest', {
      sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
      paging: { limit: 2, offset: 1 },
    });
    expect(list.totalNumInResultSet).toBe(3);
    expect(list.transactions.map((one: { invoiceNumber: string }) => one.invoiceNumber)).toEqual([
      'c',
      'b',
    ]);
  });

  test('lists a settled charge in a batch, with the batch in its details', async () => {
    const { transId } = (await chargeNew(numbers.visa, '5.00', { order: { invoiceNumber: 'a' } }))
      .transactionResponse;
    await settle();
    const [batch] = (await sandbox.cards('getSettledBatchListRequest', { includeStatistics: true }))
      .batchList;
    expect(batch.statistics).toMatchObject([
      { accountType: 'Visa', chargeAmount: 5, chargeCount: 1 },
    ]);
    const list = await sandbox.cards('getTransactionListRequest', { batchId: batch.batchId });
    expect(list.transactions).toMatchObject([
      { transId, transactionStatus: 'settledSuccessfully', settleAmount: 5 },
    ]);
    expect(
      (await sandbox.cards('getTransactionDetailsRequest', { transId })).transaction.batch.batchId,
    ).toBe(batch.batchId);
    expect(code(await sandbox.cards('getUnsettledTransactionListRequest'))).toBe('I00004');
  });

  test('lists transactions by profile, and answers E00040 for an unknown one', async () => {
    const customerProfileId = await aCustomer();
    const { customerPaymentProfileId: paymentProfileId } = await aSavedCard(
      customerProfileId,
      numbers.visa,
    );
    await sandbox.charge({
      amount: '5.00',
      profile: { customerProfileId, paymentProfile: { paymentProfileId } },
    });
    await chargeNew(numbers.visa, '6.00');
    expect(
      (await sandbox.cards('getTransactionListForCustomerRequest', { customerProfileId }))
        .transactions,
    ).toHaveLength(1);
    expect(code(await sandbox.cards('getTransactionDetailsRequest', { transId: '1' }))).toBe(
      'E00040',
    );
  });
});

describe('stored state', () => {
  test('keeps cards, charges, refunds, duplicates and opaque data over a restart', async () => {
    const customerProfileId = await aCustomer();
    const { customerPaymentProfileId } = await aSavedCard(customerProfileId, numbers.visa);
    const { transId } = (await chargeNew(numbers.visa, '10.00')).transactionResponse;
    await settle();
    await refund(transId, '7.00');
    const unused = { opaqueData: await sandbox.opaque(numbers.master) };
    const before = await book();

    const second = await startSandbox({ folder: sandbox.folder });
    try {
      expect((await second.call('GET', '/__cards/transactions')).body).toEqual(before);
      const profile = {
        customerProfileId,
        paymentProfile: { paymentProfileId: customerPaymentProfileId },
      };
      const next = await second.charge({ amount: '3.00', profile });
      expect(Number(next.transactionResponse.transId)).toBeGreaterThan(
        Number(before.at(-1)?.transId),
      );
      const more = {
        transactionType: 'refundTransaction',
        amount: '4.00',
        payment: { creditCard: { cardNumber: 'XXXX1111', expirationDate: 'XXXX' } },
        refTransId: transId,
      };
      expect((await second.charge(more)).transactionResponse.errors[0].errorCode).toBe('55');
      expect(
        (await second.charge({ amount: '4.00', payment: unused })).transactionResponse.responseCode,
      ).toBe('1');
    } finally {
      await second.stop();
    }
  });

  test('no file of the sandbox holds a card number or security code', async () => {
    const customerProfileId = await aCustomer();
    await sandbox.cards('createCustomerPaymentProfileRequest', {
      customerProfileId,
      paymentProfile: {
        payment: {
          creditCard: { cardNumber: numbers.visa, expirationDate: '2030-12', cardCode: '7913' },
        },
      },
    });
    await chargeNew(numbers.master, '5.00');
    for (const file of ['cards.jsonl', 'journal.jsonl']) {
      const text = readFileSync(join(sandbox.folder, file), 'utf8');
      for (const secret of [numbers.visa, numbers.master, '7913', 'sandbox-key'])
        expect(text).not.toContain(secret);
    }
  });
});
