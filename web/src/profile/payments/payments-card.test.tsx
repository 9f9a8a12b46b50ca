import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show } from '../../shared/testing.tsx';
import { PaymentsCard } from './payments-card.tsx';

const paid = {
  paymentId: 8,
  kind: 'payment',
  date: '2026-11-02T15:00:00.000Z',
  description: 'Proctor fee, Additional fee',
  amount: 42.5,
  cardtype: 'Visa',
  cc4digits: '1111',
};
const refund = { ...paid, kind: 'refund', description: 'Proctor fee', amount: 15 };
const older = { ...paid, paymentId: 3, description: '2 credits', date: '2025-01-02T15:00:00.000Z' };

let savedAs: string[] = [];
beforeEach(() => {
  savedAs = [];
  URL.createObjectURL = () => 'blob:receipt';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    savedAs.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('payments and refunds have purpose, time and card; all are shown page by page', async () => {
  const got = fakePortal({
    '/api/getOwnPayments': [
      { answer: { payments: [refund, paid], next: '5,0,8' } },
      { answer: { payments: [older], next: null } },
    ],
  });
  show(<PaymentsCard />);
  const list = within(await screen.findByRole('list', { name: 'Payments' }));
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Proctor feeNov 2, 2026, Visa ending in 1111−$15.00Refunded',
    'Proctor fee, Additional feeNov 2, 2026, Visa ending in 1111$42.50Receipt',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText('2 credits');
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  expect(got.map(({ body }) => body)).toEqual([{ limit: 5 }, { limit: 50, before: '5,0,8' }]);
});

test('nothing paid says so, and offers no receipt', async () => {
  fakePortal({ '/api/getOwnPayments': { answer: { payments: [], next: null } } });
  show(<PaymentsCard />);
  await screen.findByText('No payments yet.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('the receipt of a payment is saved under the name of the server', async () => {
  const portal = { '/api/getOwnPayments': { answer: { payments: [paid], next: null } } };
  fakePortal(portal);
  show(<PaymentsCard />);
  const receipt = await screen.findByRole('button', {
    name: 'Receipt: Proctor fee, Additional fee, Nov 2, 2026, $42.50',
  });
  const sent: unknown[] = [];
  globalThis.fetch = async (address, init) => {
    sent.push([String(address), JSON.parse(String(init?.body))]);
    return new Response('%PDF-1.3', {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': "attachment; filename*=UTF-8''mine.pdf",
      },
    });
  };
  await userEvent.click(receipt);
  await screen.findByText('mine.pdf');
  expect(savedAs).toEqual(['mine.pdf']);
  expect(sent).toEqual([['/api/getPaymentReceipt', { paymentId: 8 }]]);
});

test('a receipt that does not come says why', async () => {
  fakePortal({
    '/api/getOwnPayments': { answer: { payments: [paid], next: null } },
    '/api/getOwnReceipt': { status: 503, code: 'unavailable', detail: 'Please try again.' },
  });
  show(<PaymentsCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Download receipt' }));
  await screen.findByText('Please try again.');
  expect(savedAs).toEqual([]);
});
