// Concurrent changes of a row get the ids of their audit rows under its lock, but `at` is the time
// of the request: a history in the order of `at` can show an older change as the last one.
import { expect, test } from '@jest/globals';
import { readStatements } from './sql/statements/statements.ts';

const readsAudit = (text: string): boolean => /\b(?:FROM|JOIN)\s+audit\b/i.test(text);
/** The columns by which a statement orders, one entry per ORDER BY. */
const ordersOf = (text: string): string[] =>
  [...text.matchAll(/ORDER BY ([^()]*)/gi)].map(([, columns = '']) => columns);
const ordersByTime = (text: string): boolean =>
  ordersOf(text).some((columns) => /\bat\b/i.test(columns));

test('no statement orders audit rows by the time of the request', () => {
  const readers = readStatements().filter(({ text }) => readsAudit(text));
  expect(readers.length).toBeGreaterThanOrEqual(6);
  expect(readers.filter(({ text }) => ordersByTime(text)).map(({ place }) => place)).toEqual([]);
});

test('finds a statement that orders by time', () => {
  expect(ordersByTime('SELECT * FROM audit a ORDER BY a.at DESC, a.id DESC LIMIT 9')).toBe(true);
  expect(ordersByTime('SELECT * FROM audit ORDER BY id DESC LIMIT 9')).toBe(false);
});
