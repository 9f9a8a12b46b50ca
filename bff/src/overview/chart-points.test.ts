import { expect, test } from '@jest/globals';
import {
  balanceSeries,
  bucketsOf,
  type Counted,
  countSeries,
  percentOf,
  type Step,
  shareSeries,
} from './chart-points.ts';

const hrefOf = ({ from, to }: { from: string; to: string }, id: number) => `/${id}/${from}/${to}`;
const counted = (day: string, count: number, more: Partial<Counted> = {}): Counted => ({
  id: 1,
  name: 'TAL',
  day,
  count,
  ...more,
});

test.each<[Step, string, string, string[]]>([
  ['day', '2026-03-07', '2026-03-09', ['03-07/03-07', '03-08/03-08', '03-09/03-09']],
  // a Wednesday to a Tuesday: weeks begin on Sunday
  ['week', '2026-11-04', '2026-11-17', ['11-04/11-07', '11-08/11-14', '11-15/11-17']],
  ['week', '2026-11-01', '2026-11-07', ['11-01/11-07']],
  ['month', '2026-01-31', '2026-03-01', ['01-31/01-31', '02-01/02-28', '03-01/03-01']],
  ['month', '2026-11-10', '2026-11-10', ['11-10/11-10']],
])('by %s, %s to %s are cut at their borders', (step, from, to, points) => {
  const cut = bucketsOf({ from, to }, step).map((one) => `${one.from.slice(5)}/${one.to.slice(5)}`);
  expect(cut).toEqual(points);
});

test('the days of two years of all steps are each in one point', () => {
  for (const step of ['day', 'week', 'month'] as const) {
    const buckets = bucketsOf({ from: '2024-01-01', to: '2025-12-31' }, step);
    for (const [at, bucket] of buckets.entries()) {
      expect(bucket.from <= bucket.to).toBe(true);
      const next = buckets[at + 1];
      if (next)
        expect(Temporal.PlainDate.from(bucket.to).add({ days: 1 }).toString()).toBe(next.from);
    }
    expect(buckets.at(-1)?.to).toBe('2025-12-31');
  }
});

test('a count has a point each day, 0 without data, with a link to its days', () => {
  const buckets = bucketsOf({ from: '2026-11-01', to: '2026-11-03' }, 'day');
  const { series } = countSeries(
    [counted('2026-11-01', 2), counted('2026-11-01', 3), counted('2026-11-03', 1)],
    buckets,
    hrefOf,
  );
  expect(series).toEqual([
    {
      name: 'TAL',
      points: [
        { x: '2026-11-01', y: 5, href: '/1/2026-11-01/2026-11-01' },
        { x: '2026-11-02', y: 0, href: '/1/2026-11-02/2026-11-02' },
        { x: '2026-11-03', y: 1, href: '/1/2026-11-03/2026-11-03' },
      ],
    },
  ]);
});

test('a share has no point where there was nothing to count, and sums before it divides', () => {
  const buckets = bucketsOf({ from: '2026-11-01', to: '2026-11-14' }, 'week');
  const { series } = shareSeries(
    [counted('2026-11-08', 1, { of: 1 }), counted('2026-11-09', 1, { of: 5 })],
    buckets,
    hrefOf,
  );
  expect(series).toEqual([
    {
      name: 'TAL',
      points: [{ x: '2026-11-08', y: 33.3, of: 6, href: '/1/2026-11-08/2026-11-14' }],
    },
  ]);
});

test('without results there is no pass rate at all', () => {
  const buckets = bucketsOf({ from: '2026-11-01', to: '2026-11-02' }, 'day');
  expect(shareSeries([], buckets, hrefOf)).toEqual({ series: [], total: 0 });
  expect(shareSeries([counted('2026-11-01', 0, { of: 0 })], buckets, hrefOf)).toEqual({
    series: [{ name: 'TAL', points: [] }],
    total: 1,
  });
});

test.each([
  [0, 3, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [3, 3, 100],
  [999, 1000, 99.9],
])('%i of %i are %f percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test('of more than six series the six that have most are given, by name', () => {
  const buckets = bucketsOf({ from: '2026-11-01', to: '2026-11-01' }, 'day');
  const many = Array.from({ length: 8 }, (_, at) =>
    counted('2026-11-01', at, { id: at + 1, name: `Vendor ${at}` }),
  );
  const { series, total } = countSeries(many, buckets, hrefOf);
  expect(series.map(({ name }) => name)).toEqual([2, 3, 4, 5, 6, 7].map((at) => `Vendor ${at}`));
  expect(total).toBe(8);
});

test('of more than six schools the six with the lowest balances at the end are given', () => {
  const buckets = bucketsOf({ from: '2026-11-01', to: '2026-11-02' }, 'day');
  const many = Array.from({ length: 8 }, (_, at) => ({
    id: at + 1,
    name: `School ${at}`,
    openingCents: at * 1_000,
    days: at === 7 ? [{ day: '2026-11-02', cents: -9_000 }] : [],
  }));
  const { series, total } = balanceSeries(many, buckets, hrefOf);
  expect(series.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4, 7].map((at) => `School ${at}`));
  expect(total).toBe(8);
});

test('distinguishes schools of the same name by their ids', () => {
  const buckets = bucketsOf({ from: '2026-11-01', to: '2026-11-01' }, 'day');
  const named = ['Bais Yaakov', 'Bnos Chaya', 'Bais Yaakov'].map((name, at) => ({
    id: at + 1,
    name,
    openingCents: 0,
    days: [],
  }));
  const { series } = balanceSeries(named, buckets, hrefOf);
  expect(series.map(({ name }) => name)).toEqual([
    'Bais Yaakov (1)',
    'Bais Yaakov (3)',
    'Bnos Chaya',
  ]);
});

test('a balance is that at the end of each point, from the earlier balance', () => {
  const buckets = bucketsOf({ from: '2026-11-01', to: '2026-11-03' }, 'day');
  const days = [
    { day: '2026-11-02', cents: -2_550 },
    { day: '2026-11-03', cents: 10_000 },
  ];
  const {
    series: [series],
  } = balanceSeries([{ id: 7, name: 'Bais Rivka', openingCents: 5_000, days }], buckets, hrefOf);
  expect(series?.points.map(({ y }) => y)).toEqual([50, 24.5, 124.5]);
});
