import { expect, test } from '@jest/globals';
import { Student } from '@portal/proto/identity/v1/students';
import { ReceiptRow } from '@portal/proto/payments/v1/charges';
import { paymentReceiptOf, receiptOf, totalsOf } from './receipt.ts';

const now = new Date('2026-11-23T03:05:00Z');
const student = Student.fromPartial({
  firstName: 'Rivka',
  lastName: 'Ádler',
  dob: '2004-04-15',
  last4Ssn: '4821',
  address: '1 Ocean Pkwy',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  jseId: '7001',
});
const row = (amountCents: number, about: Partial<ReceiptRow> = {}) =>
  ReceiptRow.fromPartial({
    at: new Date('2026-01-02T03:00:00Z'),
    description: 'Proctor fee',
    paidWith: 'Visa ending 1111',
    amountCents,
    ...about,
  });

test('the head names the office, the student, the JSE id and the day in New York', () => {
  expect(receiptOf(student, 2026, [row(1500)], now)).toMatchObject({
    title: 'Receipt 2026',
    fileName: '2026-Full receipt-Rivka Ádler.pdf',
    provider: ['JSE', '1602 Avenue J', 'Brooklyn, NY', '(718) 555-0142'],
    about: [
      'Rivka Ádler',
      '1 Ocean Pkwy',
      'Brooklyn, NY 11230',
      'JSE ID: 7001',
      'Date printed: 11/22/2026',
    ],
  });
});

test('rows have New York days and dollars; the totals are below them', () => {
  const rows = [
    row(150_050),
    row(-1, { description: 'Refund: Proctor fee' }),
    row(0, { paidWith: 'Assigned by office' }),
  ];
  const receipt = receiptOf(student, 2026, rows, now);
  expect(receipt.rows).toEqual([
    {
      date: '01/01/2026',
      description: 'Proctor fee',
      paidWith: 'Visa ending 1111',
      amount: '$1,500.50',
    },
    expect.objectContaining({ description: 'Refund: Proctor fee', amount: '-$0.01' }),
    expect.objectContaining({ paidWith: 'Assigned by office', amount: '$0.00' }),
  ]);
  expect(receipt.totals).toEqual([
    ['Total charged', '$1,500.50'],
    ['Total refunded', '$0.01'],
    ['Net paid', '$1,500.49'],
  ]);
});

test('totals are exact to the cent, and negative if refunds exceed payments', () => {
  const many = Array.from({ length: 1000 }, () => row(10));
  expect(totalsOf(many)).toEqual({ charged: 10_000, refunded: 0, net: 10_000 });
  expect(totalsOf([row(-500)])).toEqual({ charged: 0, refunded: 500, net: -500 });
});

test('a year without payments says so and has no totals', () => {
  expect(receiptOf(student, 2025, [], now)).toMatchObject({
    rows: [],
    none: 'No payments were made in 2025.',
    totals: [],
  });
});

test('it has no SSN or birth date, and no line for missing data', () => {
  const bare = Student.fromPartial({ ...student, address: '', jseId: undefined });
  const receipt = receiptOf(bare, 2026, [], now);
  expect(receipt.about).toEqual(['Rivka Ádler', 'Brooklyn, NY 11230', 'Date printed: 11/22/2026']);
  expect(JSON.stringify(receipt)).not.toMatch(/4821|2004|04.15/);
});

test('the receipt of a payment has its number, its day and its refunds', () => {
  const rows = [row(4200), row(-1000, { description: 'Refund: Proctor fee' })];
  const receipt = paymentReceiptOf(student, 88, rows, now);
  expect(receipt).toMatchObject({
    title: 'Receipt',
    fileName: '2026-01-01-Receipt 88-Rivka Ádler.pdf',
    none: null,
    totals: [
      ['Total charged', '$42.00'],
      ['Total refunded', '$10.00'],
      ['Net paid', '$32.00'],
    ],
  });
  expect(receipt.about.at(-1)).toBe('Payment number: 88');
  expect(JSON.stringify(receipt)).not.toMatch(/4821|2004|04.15/);
});

test('Hebrew data is isolated from the other words of its line', () => {
  const data = '6 אולם 7';
  const person = Student.fromPartial({ ...student, address: data, city: data, jseId: data });
  const { about } = receiptOf(person, 2026, [row(1500)], now);
  const composed = about.filter((line) => line.includes(data) && line !== data);
  expect(composed).toHaveLength(2);
  expect(composed.join('\n').replaceAll(`\u2068${data}\u2069`, '')).not.toContain(data);
});
