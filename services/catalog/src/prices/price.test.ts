import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import { beginOf, checkPrice, dayText, refOf, type WantedPrice } from './price.ts';

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};
const price: WantedPrice = {
  kind: 'credit_member',
  refId: null,
  amountCents: 4_200,
  reason: 'New year',
};

test.each([
  [{}, undefined],
  [{ amountCents: 0 }, undefined],
  [{ amountCents: 500_000 }, undefined],
  [{ amountCents: 500_001 }, 'invalid'],
  [{ amountCents: -1 }, 'invalid'],
  [{ amountCents: 99.5 }, 'invalid'],
  [{ kind: 'gift' as never }, 'invalid'],
  [{ refId: 7 }, 'invalid'],
  [{ kind: 'package' as const }, 'invalid'],
  [{ kind: 'package' as const, refId: 7 }, undefined],
  [{ kind: 'package_proctor_fee' as const, refId: 7, amountCents: 1_050 }, undefined],
  [{ kind: 'additional_charge' as const, refId: 7, amountCents: 5_050 }, 'invalid'],
  [{ kind: 'additional_charge' as const, refId: 7, amountCents: 5_100 }, undefined],
  [{ kind: 'proctor_fee' as const, amountCents: 1_550 }, undefined],
  [{ kind: 'retake_fee' as const, refId: 7 }, 'invalid'],
  [{ reason: 'no' }, 'invalid'],
])('%j is refused with %s', (about, code) => {
  expect(codeOf(() => checkPrice({ ...price, ...about }))).toBe(code);
});

// 8 March 2026 is when New York's clocks go forward, at 2 in the morning
const lateOnSeventh = new Date('2026-03-08T04:59:00Z');
test.each([
  ['2026-03-06', null],
  ['2026-03-07', null],
  ['2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', '2026-03-09T04:00:00.000Z'],
])('a price from %s on begins at %s', (day, begin) => {
  const began = () => beginOf(day, lateOnSeventh).toISOString();
  if (begin === null) expect(codeOf(began)).toBe('not_backdated');
  else expect(began()).toBe(begin);
});

test('a price without a day begins now', () => {
  expect(beginOf(null, lateOnSeventh)).toBe(lateOnSeventh);
  expect(dayText(lateOnSeventh)).toBe('03/07/2026');
});

test('a price is of a package, an exam, or of credits as such', () => {
  expect(refOf('package_proctor_fee')).toBe('package');
  expect(refOf('additional_charge')).toBe('exam');
  expect(refOf('credit_nonmember')).toBeNull();
});
