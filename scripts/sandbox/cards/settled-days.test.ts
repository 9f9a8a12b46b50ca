import { expect, test } from '@jest/globals';
import {
  chargeNew,
  inCardSandbox,
  refund,
  sandbox,
  settle,
  voidIt,
} from '../testing/card-calls.ts';
import { numbers } from '../testing.ts';

inCardSandbox();

const batches = async () => {
  const from = new Date(sandbox.clock.at - 20 * 86_400_000).toISOString();
  const to = new Date(sandbox.clock.at + 86_400_000).toISOString();
  const { batchList = [] } = await sandbox.cards('getSettledBatchListRequest', {
    includeStatistics: true,
    firstSettlementDate: from,
    lastSettlementDate: to,
  });
  return batchList as {
    batchId: string;
    settlementTimeUTC: string;
    statistics: Record<string, unknown>[];
  }[];
};
const transactionsOf = async (batchId: string) =>
  (await sandbox.cards('getTransactionListRequest', { batchId })).transactions as Record<
    string,
    unknown
  >[];

test('settles a batch of charges, declines and voids when the control is called', async () => {
  const first = (await chargeNew(numbers.visa, '52.00')).transactionResponse.transId;
  const second = (await chargeNew(numbers.visa, '10.00')).transactionResponse.transId;
  await voidIt(second);
  const at = new Date(sandbox.clock.at - 3 * 86_400_000).toISOString();
  expect((await sandbox.call('POST', '/__cards/settle', { account: 'TTINJ', at })).body).toEqual({
    settled: 0,
  });
  expect((await sandbox.call('POST', '/__cards/settle', { account: 'TTI', at })).body).toEqual({
    settled: 2,
  });
  const [batch] = await batches();
  expect(batch).toMatchObject({
    settlementTimeUTC: at,
    statistics: [{ accountType: 'Visa', chargeAmount: 52, chargeCount: 1, voidCount: 1 }],
  });
  expect(await transactionsOf(batch?.batchId ?? '')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ transId: first, transactionStatus: 'settledSuccessfully' }),
      expect.objectContaining({ transId: second, transactionStatus: 'voided' }),
    ]),
  );
});

test.each([
  ['charge', 'settledSuccessfully', { chargeAmount: 12.34 }],
  ['refund', 'refundSettledSuccessfully', { refundAmount: 12.34 }],
  ['returned', 'returnedItem', { returnedItemCount: 1, returnedItemAmount: 12.34 }],
])('a %s can be there alone, in a batch of its own', async (kind, transactionStatus, sums) => {
  const settledAt = new Date(sandbox.clock.at - 86_400_000).toISOString();
  const { body } = await sandbox.call('POST', '/__cards/settled', {
    kind,
    cents: 1234,
    invoiceNumber: 'by-hand',
    settledAt,
  });
  const { transId } = body as unknown as { transId: string };
  const [batch] = await batches();
  expect(batch).toMatchObject({ settlementTimeUTC: settledAt, statistics: [sums] });
  expect(await transactionsOf(batch?.batchId ?? '')).toEqual([
    expect.objectContaining({
      transId,
      transactionStatus,
      invoiceNumber: 'by-hand',
      settleAmount: 12.34,
    }),
  ]);
});

test('a charge that is there alone can be refunded as any other, once', async () => {
  const { body } = await sandbox.call('POST', '/__cards/settled', {
    kind: 'charge',
    cents: 1234,
    settledAt: new Date(sandbox.clock.at).toISOString(),
  });
  const { transId } = body as unknown as { transId: string };
  expect((await refund(transId, '12.34')).transactionResponse.responseCode).toBe('1');
  sandbox.clock.at += 9 * 3_600_000;
  expect((await refund(transId, '12.34')).transactionResponse.errors[0].errorCode).toBe('55');
});

test('amount and status of a transaction can be changed, and stay so after a restart', async () => {
  const { transId } = (await chargeNew(numbers.visa, '52.00')).transactionResponse;
  await settle();
  const change = (more: Record<string, unknown>) =>
    sandbox.call('POST', '/__cards/change', { transId, ...more });
  expect((await change({ cents: 5300 })).body).toEqual({ changed: true });
  expect((await change({ status: 'returnedItem' })).body).toEqual({ changed: true });
  expect((await change({})).status).toBe(422);
  expect((await sandbox.call('POST', '/__cards/change', { transId: '9', cents: 1 })).body).toEqual({
    changed: false,
  });
  const { transaction } = await sandbox.cards('getTransactionDetailsRequest', { transId });
  expect(transaction).toMatchObject({ transactionStatus: 'returnedItem', authAmount: 53 });
});

test('past charges are settled in the evening of their day, and those of today now', async () => {
  const day = (days: number) =>
    new Date(Math.floor(sandbox.clock.at / 86_400_000 - days) * 86_400_000 + 17 * 3_600_000);
  const charge = (transId: string, at: Date) => ({
    transId,
    cents: 100,
    invoiceNumber: transId,
    customer: '1',
    at: at.toISOString(),
  });
  await sandbox.call('POST', '/__cards/past', [
    charge('11', day(3)),
    charge('12', day(3)),
    charge('13', day(2)),
  ]);
  const found = await batches();
  expect(found.map(({ settlementTimeUTC }) => settlementTimeUTC.slice(0, 10))).toEqual(
    [day(2), day(1)].map((at) => at.toISOString().slice(0, 10)),
  );
});
