import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { numbers, startSandbox, type TestSandbox } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

const fault = (body: Record<string, unknown>) => sandbox.call('PUT', '/__faults', body);
const book = async () => (await sandbox.call('GET', '/__cards/transactions')).body;
const charge = async () =>
  sandbox.charge({ amount: '5.00', payment: { opaqueData: await sandbox.opaque(numbers.visa) } });

test('drop-after-charge charges and loses the answer; the next call is answered', async () => {
  await fault({ partner: 'cards', mode: 'drop-after-charge', count: 1 });
  await expect(charge()).rejects.toThrow();
  expect(await book()).toMatchObject([{ status: 'captured', amount: 5 }]);
  expect((await charge()).transactionResponse.errors[0].errorCode).toBe('11');
});

test('drop-after-charge affects transactions, not look-ups and saved cards', async () => {
  await fault({ partner: 'cards', mode: 'drop-after-charge', count: 1 });
  expect(
    (
      await sandbox.cards('createCustomerProfileRequest', {
        profile: { merchantCustomerId: 's-1' },
      })
    ).messages.resultCode,
  ).toBe('Ok');
  await expect(charge()).rejects.toThrow();
});

test('down: the connection ends and nothing has happened, until the fault is deleted', async () => {
  await fault({ partner: 'cards', mode: 'down' });
  await expect(charge()).rejects.toThrow();
  await expect(charge()).rejects.toThrow();
  await fetch(`${sandbox.url}/__faults`, { method: 'DELETE' });
  expect(await book()).toEqual([]);
  expect((await charge()).transactionResponse.responseCode).toBe('1');
});

test('timeout ends the connection after the time without an answer or effect', async () => {
  await fault({ partner: 'cards', mode: 'timeout', count: 1, ms: 30 });
  await expect(charge()).rejects.toThrow();
  expect(await book()).toEqual([]);
});

test('slow: the charge is made at once and answered after the pause', async () => {
  await fault({ partner: 'cards', mode: 'slow', count: 1, ms: 200 });
  const answer = charge();
  let seen: unknown[] = [];
  while (seen.length === 0) seen = (await book()) as unknown as unknown[];
  const first = await Promise.race([answer.then(() => 'answer'), Promise.resolve('still waiting')]);
  expect(first).toBe('still waiting');
  expect((await answer).transactionResponse.responseCode).toBe('1');
});

test('error: E00001 and no charge; for the other partners a 500', async () => {
  await fault({ partner: 'cards', mode: 'error', count: 1 });
  expect((await charge()).messages.message[0]?.code).toBe('E00001');
  await fault({ partner: 'tal', mode: 'error', count: 1 });
  expect((await sandbox.call('GET', '/tal/invoices')).status).toBe(500);
  expect((await sandbox.call('GET', '/tal/invoices')).status).toBe(200);
  expect(await book()).toEqual([]);
});

test('decline with a count declines that many charges', async () => {
  await fault({ partner: 'cards', mode: 'decline', count: 2 });
  const codes = [await charge(), await charge(), await charge()].map(
    (reply) => reply.transactionResponse.responseCode,
  );
  expect(codes).toEqual(['2', '2', '1']);
});

test('a fault with `about` affects only calls that contain it', async () => {
  const order = {
    partner: 'cards',
    mode: 'error',
    count: 1,
    operation: 'createTransactionRequest',
  };
  await fault({ ...order, about: '7.00' });
  expect((await charge()).transactionResponse.responseCode).toBe('1');
  const payment = { opaqueData: await sandbox.opaque(numbers.visa) };
  const other = await sandbox.charge({ amount: '7.00', payment });
  expect(other.messages.message[0]?.code).toBe('E00001');
});

test('the browser library is not hit by a fault unless it is named', async () => {
  await fault({ partner: 'cards', mode: 'error', operation: 'securePaymentContainerRequest' });
  expect(await sandbox.opaque(numbers.visa)).toBeUndefined();
  await fault({ partner: 'cards', mode: 'error' });
  expect(await sandbox.opaque(numbers.visa)).toMatchObject({
    dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  });
});

test.each([
  [{ partner: 'bank', mode: 'down' }],
  [{ partner: 'cards', mode: 'sleepy' }],
  [{ partner: 'cards', mode: 'down', count: 0 }],
])('what is no fault is refused: %j', async (body) => {
  expect((await fault(body)).status).toBe(422);
  expect((await sandbox.call('GET', '/__faults')).body).toEqual([]);
});

test('the journal has every call of a partner in order, masked, with its fault', async () => {
  await sandbox.opaque(numbers.visa, { cardCode: '7913' });
  await fault({ partner: 'cards', mode: 'error', count: 1 });
  await charge();
  await sandbox.call('GET', '/tal/invoices');
  const entries = (await sandbox.call('GET', '/__journal?partner=cards')).body as unknown as {
    seq: number;
    operation: string;
    fault?: string;
  }[];
  expect(entries.map((entry) => entry.operation)).toEqual([
    'securePaymentContainerRequest',
    'securePaymentContainerRequest',
    'createTransactionRequest',
  ]);
  expect(entries.at(-1)?.fault).toBe('error');
  const text = JSON.stringify(entries);
  expect(text).toContain('XXXX1111');
  for (const secret of [numbers.visa, '7913', 'sandbox-key', 'sandbox-client-key'])
    expect(text).not.toContain(secret);
  expect((await sandbox.call('GET', '/__journal')).body).toHaveLength(4);
});
