import { expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { Exam } from '../exams/exam.ts';
import type { Price } from '../prices/price-store.ts';
import { anExam, aPackage } from '../testing.ts';
import { type PriceFacts, planPrices } from './plan-prices.ts';

const now = new Date('2026-11-25T17:00:00Z');
const inDays = (days: number): string => dayPlus(dayInNewYork(now), { days });
const price = (about: Partial<Price>): Price => ({
  id: 1,
  kind: 'credit_member',
  refId: null,
  name: null,
  amountCents: 4_200,
  offered: true,
  validFrom: new Date('2026-01-02T05:00:00Z'),
  setBy: 'x',
  setAt: now,
  reason: null,
  state: 'in_force',
  ...about,
});
const exam: Exam = {
  ...anExam({ secularNumber: 'ALG-1', subject: 'Algebra' }),
  id: 101,
  vendorName: 'TAL',
  vendorFullname: 'TAL',
  version: 1,
  studyMaterials: [],
};
const facts: PriceFacts = {
  prices: [
    price({}),
    price({
      id: 2,
      state: 'future',
      amountCents: 4_500,
      validFrom: new Date(`${inDays(10)}T05:00:00Z`),
    }),
    price({ id: 3, kind: 'additional_charge', refId: 101, amountCents: 5_000 }),
  ],
  exams: [exam],
  packages: [{ ...aPackage({ displayName: 'Six' }), id: 7 }],
  now,
};
const planned = (...rows: Record<string, string>[]) =>
  planPrices(
    rows.map((cells, at) => ({ row: at + 2, cells: new Map(Object.entries(cells)) })),
    facts,
  ).map(({ what, text, price: set }) => ({
    what,
    text,
    ...(set ? { cents: set.amountCents, from: set.validFrom } : {}),
  }));
const member = { kind: 'credit_member' };

test('a price that is there changes nothing, another is one from now or from its day', () => {
  expect(
    planned(
      { ...member, amount: '42' },
      { ...member, amount: '45.00', validFrom: inDays(10) },
      { ...member, amount: '42', validFrom: '2026-01-02' },
      { ...member, amount: '43.5' },
      { ...member, amount: '46', validFrom: inDays(20) },
      { kind: 'package', refId: '7', amount: '199', validFrom: 'now' },
      { kind: 'additional_charge', vendor: 'tal', secularNumber: 'alg-1', amount: '60' },
    ),
  ).toEqual([
    ...Array.from({ length: 3 }, () => ({ what: 'same', text: 'credit_member' })),
    { what: 'add', text: 'credit_member', cents: 4_350, from: null },
    { what: 'add', text: 'credit_member', cents: 4_600, from: inDays(20) },
    { what: 'add', text: 'Six', cents: 19_900, from: null },
    { what: 'add', text: 'Algebra (ALG-1)', cents: 6_000, from: null },
  ]);
});

test.each<[Record<string, string>, RegExp]>([
  [{ kind: 'gift', amount: '1' }, /Kind invalid/],
  [{ ...member, amount: '1,5' }, /Price invalid/],
  [{ ...member, amount: '5001' }, /Price invalid/],
  [{ ...member, amount: '40', validFrom: '11/30/2026' }, /YYYY-MM-DD or now/],
  [{ ...member, amount: '40', validFrom: '2026-01-02' }, /cannot begin in the past/],
  [{ ...member, amount: '40', validFrom: inDays(10) }, /already begins on this day/],
  [{ ...member, amount: '40', refId: '7' }, /Must be empty/],
  [{ kind: 'package', refId: '8', amount: '40' }, /no such package/],
  [{ kind: 'additional_charge', refId: '8', amount: '40' }, /no such exam/],
  [{ kind: 'additional_charge', refId: '101', amount: '40.5' }, /whole dollars/],
])('%j is an error of its row', (row, text) => {
  expect(planned(row)).toEqual([{ what: 'error', text: expect.stringMatching(text) }]);
});

test('two prices that begin at once are an error', () => {
  expect(planned({ ...member, amount: '43' }, { ...member, amount: '44' })).toMatchObject([
    { what: 'add' },
    { what: 'error' },
  ]);
});
