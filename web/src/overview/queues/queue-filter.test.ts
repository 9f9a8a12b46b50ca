import { expect, test } from '@jest/globals';
import { type QueueFilter, shownRows } from './queue-filter.ts';

const now = new Date('2026-11-26T12:00:00Z');
const row = (since: string | null, what: string, why: string) => ({ since, what, why, href: null });
const rows = [
  row('2026-10-01T12:00:00Z', 'Ethics', 'TECEP'),
  row('2026-11-18T12:00:00Z', 'Retake fee', 'the card has expired'),
  row('2026-11-25T11:59:59Z', 'Talmud', 'DSST'),
  row('2026-11-26T11:00:00Z', 'Ethics in Business', 'DSST'),
  row(null, 'Bais Rivka', 'Balance $3'),
];

test.each<[string, Partial<QueueFilter>, string[]]>([
  ['no filter', {}, rows.map(({ what }) => what)],
  ['a part of what waits, in any case', { search: ' eTHics ' }, ['Ethics', 'Ethics in Business']],
  ['a part of why', { search: 'dsst' }, ['Talmud', 'Ethics in Business']],
  ['what nothing has', { search: 'Latin' }, []],
  ['what is not in one of both', { search: 'EthicsTECEP' }, []],
  ['what has waited over a day', { age: 'day' }, ['Ethics', 'Retake fee', 'Talmud']],
  ['over a week', { age: 'week' }, ['Ethics', 'Retake fee']],
  ['over 30 days', { age: 'month' }, ['Ethics']],
  ['both at once', { search: 'dsst', age: 'day' }, ['Talmud']],
])('the filter finds rows of a queue: %s', (_, criteria, shown) => {
  const filter = { search: '', age: undefined, ...criteria };
  expect(shownRows(rows, filter, now).map(({ what }) => what)).toEqual(shown);
});
