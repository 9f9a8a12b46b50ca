import { expect, test } from '@jest/globals';
import { failingSince } from './webhook-rules.ts';

const now = new Date('2026-11-26T14:05:00Z');
const days = (count: number) => new Date(now.getTime() - count * 86_400_000);

test.each([
  { since: 5, others: [], from: 5 },
  { since: 4.99, others: [], from: null },
  { since: 9, others: [undefined, 12], from: 9 },
  { since: 9, others: [7, undefined], from: 7 },
  { since: 9, others: [7, 5], from: 5 },
  { since: 9, others: [7, 4.99], from: null },
  { since: 9, others: [0], from: null },
])(
  'fails since $since days, last successes $others days ago: failing since $from (R-598)',
  ({ since, others, from }) => {
    const successes = others.map((one) => (one === undefined ? undefined : days(one)));
    expect(failingSince(days(since), successes, now)).toEqual(from === null ? null : days(from));
  },
);
