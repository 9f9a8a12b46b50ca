import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cardBrand, expiryHolds, passesLuhn, readExpiry, wrongCardFields } from './card-checks.ts';

const today = '2026-11-21';
const good = {
  number: '4111 1111 1111 1111',
  expiry: '12/26',
  cvv: '123',
  name: 'Dana Levi',
  zip: '10952',
};

test.each([
  { number: '4111 1111 1111 1111', brand: 'Visa' },
  { number: '4222222222222', brand: 'Visa' },
  { number: '5555555555554444', brand: 'Mastercard' },
  { number: '378282246310005', brand: 'American Express' },
  { number: '6011111111111117', brand: 'Discover' },
  { number: '41111111111111', brand: null },
  { number: '5610591081018250', brand: null },
  { number: '6511111111111111', brand: null },
  { number: '', brand: null },
])('$number is of the brand $brand', ({ number, brand }) => {
  expect(cardBrand(number)).toBe(brand);
});

test('one wrong digit never passes the checksum', () => {
  fc.assert(
    fc.property(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (place, more) => {
      const digits = [...'4111111111111111'];
      digits[place] = String((Number(digits[place]) + more) % 10);
      expect(passesLuhn(digits.join(''))).toBe(false);
    }),
  );
  expect(passesLuhn('4111111111111111')).toBe(true);
  expect(passesLuhn('4111x')).toBe(false);
});

test.each([
  { typed: '12/26', read: { month: 12, year: 2026 } },
  { typed: ' 01 / 30 ', read: { month: 1, year: 2030 } },
  { typed: '13/26', read: null },
  { typed: '00/26', read: null },
  { typed: '1/26', read: null },
  { typed: '12/2026', read: null },
])('the expiry "$typed" is read', ({ typed, read }) => {
  expect(readExpiry(typed)).toEqual(read);
});

test('a card that ends this month passes the staff form and not the student form', () => {
  const endsNow = { month: 11, year: 2026 };
  expect(expiryHolds(endsNow, 'not_past', today)).toBe(true);
  expect(expiryHolds(endsNow, 'later_than_this_month', today)).toBe(false);
  expect(expiryHolds({ month: 10, year: 2026 }, 'not_past', today)).toBe(false);
  expect(expiryHolds({ month: 1, year: 2027 }, 'later_than_this_month', today)).toBe(true);
});

test.each([
  { change: {}, wrong: [] },
  { change: { number: '4111111111111112' }, wrong: ['number'] },
  { change: { expiry: '11/26' }, wrong: ['expiry'] },
  { change: { cvv: '12' }, wrong: ['cvv'] },
  { change: { cvv: '12345' }, wrong: ['cvv'] },
  { change: { name: ' ', zip: '' }, wrong: ['name', 'zip'] },
])('a form with $change is wrong in $wrong', ({ change, wrong }) => {
  expect(wrongCardFields({ ...good, ...change }, 'later_than_this_month', today)).toEqual(wrong);
});
