import { expect, test } from '@jest/globals';
import { receiptRow, yearInNewYork } from './receipt-rows.ts';

const at = new Date('2026-05-04T15:00:00Z');
const charge = {
  kind: 'charge' as const,
  at,
  description: 'Proctor fee',
  amountCents: 1500,
  cardType: 'Visa',
  cardLast4: '1111',
};

test('a charge has its card, a refund is negative and says what for', () => {
  expect(receiptRow(charge)).toEqual({
    at,
    description: 'Proctor fee',
    paidWith: 'Visa ending 1111',
    amountCents: 1500,
  });
  expect(receiptRow({ ...charge, kind: 'refund', amountCents: 1 })).toEqual({
    at,
    description: 'Refund: Proctor fee',
    paidWith: 'Visa ending 1111',
    amountCents: -1,
  });
});

test('a package of the office costs nothing and no card paid it', () => {
  const given = { ...charge, kind: 'assigned' as const, cardType: null, cardLast4: null };
  expect(receiptRow({ ...given, description: 'Six credits', amountCents: 0 })).toEqual({
    at,
    description: 'Six credits',
    paidWith: 'Assigned by office',
    amountCents: 0,
  });
});

test('a year begins and ends at midnight in New York', () => {
  expect(yearInNewYork(2025)).toEqual({
    from: new Date('2025-01-01T05:00:00Z'),
    to: new Date('2026-01-01T05:00:00Z'),
  });
});
