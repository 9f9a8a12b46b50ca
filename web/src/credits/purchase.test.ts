import { expect, test } from '@jest/globals';
import type { Package } from '@portal/contract/payments/credits';
import {
  comparedText,
  creditsPrice,
  packageFacts,
  pricePerCredit,
  savingText,
  usualCost,
  wouldHaveText,
} from './purchase.ts';

const offer: Package = {
  id: 1,
  number_of_credits: 12,
  purchase_price: 444,
  is_default: false,
  display_name: 'Package of 12',
  description: null,
  internal_comment: null,
  proctor_fee_price: 15,
  no_additional_fees: false,
  is_special_program: false,
  seminary_study_tti_program_id: null,
  year: null,
  exams_allowed: [],
  vendors_allowed: null,
  free_retake_credits: 0,
};

test('prices are reckoned in cents', () => {
  expect(creditsPrice(3, 42.1)).toBe(126.3);
  expect(pricePerCredit({ ...offer, purchase_price: 100, number_of_credits: 3 })).toBe(33.33);
});

test.each([
  { prices: [444, 400], says: 'Packages cost less per credit.' },
  { prices: [444, 400, 690], says: 'Most packages cost less per credit.' },
  { prices: [444, 690], says: 'Some packages cost less per credit.' },
  { prices: [690], says: '' },
  { prices: [], says: '' },
])('12 credits in packages for $prices beside single ones at $42 say "$says"', ({ prices, says }) =>
  expect(
    savingText(
      prices.map((purchase_price) => ({ ...offer, purchase_price })),
      42,
    ),
  ).toBe(says),
);

test.each([
  { package: {}, facts: ['Proctor fee $15.00 for each exam', 'Any vendor', 'Never expires'] },
  {
    package: { proctor_fee_price: 0 },
    facts: ['Proctor fees prepaid', 'Any vendor', 'Never expires'],
  },
  {
    package: { proctor_fee_price: 0, no_additional_fees: true, vendors_allowed: '1,4' as const },
    facts: ['Proctor fees and additional fees prepaid', 'CIS and TAL exams', 'Never expires'],
  },
  {
    package: { proctor_fee_price: 0, free_retake_credits: 3 },
    facts: ['Proctor fees prepaid', 'Any vendor', '3 free credits for retakes', 'Never expires'],
  },
  {
    package: { proctor_fee_price: 10, no_additional_fees: true, exams_allowed: [525] },
    facts: [
      'Proctor fee $10.00 for each exam',
      'Additional fees prepaid',
      'Only for one exam',
      'Never expires',
    ],
  },
])('a package of $package says $facts', ({ package: given, facts }) =>
  expect(packageFacts({ ...offer, ...given })).toEqual(facts),
);

test.each([
  { price: 234, fee: 15, text: '$18.00 less than single credits' },
  { price: 252, fee: 15, text: 'As much as single credits' },
  { price: 300, fee: 0, text: '$48.00 more than single credits, with the proctor fees paid' },
  { price: 300, fee: 10, text: '$48.00 more than single credits' },
])('6 credits for $price beside single ones of 42: $text', ({ price, fee, text }) => {
  const six = { ...offer, purchase_price: price, number_of_credits: 6, proctor_fee_price: fee };
  expect(comparedText(six, 42)).toBe(text);
});

test('a package for any exam says how many exams of the usual cost it is enough for', () => {
  const six = { ...offer, number_of_credits: 6 };
  const usual = usualCost([{ credits: 3 }, { credits: 6 }, { credits: 3 }]);
  expect(wouldHaveText(six, 1, usual)).toBe('You would have 7 credits, enough for 2 exams of 3.');
  expect(wouldHaveText(six, 0, undefined)).toBe('You would have 6 credits.');
  expect(wouldHaveText({ ...six, exams_allowed: [1] }, 0, usual)).toBe('You would have 6 credits.');
});
