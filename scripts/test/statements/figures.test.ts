import { describe, expect, test } from '@jest/globals';
import { differences, kindOf } from './figures.ts';

describe('differences', () => {
  const committed = { book: { 'registration BEGIN': 1, 'registration SELECT session': 19 } };

  test.each([
    { selects: 19, says: [] },
    { selects: 17, says: [] },
    { selects: 16, says: [/^book takes 17 SQL statements, .* 20\. Lower the committed figure/] },
    { selects: 21, says: [/^book takes 22 .* 20\. Added: 2 × registration SELECT session\./] },
  ])('says $says of $selects SELECT statements where 19 are committed', ({ selects, says }) => {
    const book = { 'registration BEGIN': 1, 'registration SELECT session': selects };
    expect(differences({ book }, committed)).toEqual(
      says.map((pattern) => expect.stringMatching(pattern)),
    );
  });

  test('fail for a step without a figure, and for a figure without its step', () => {
    const of = { 'registration BEGIN': 1 };
    expect(differences({ exam: of }, { list: of })).toEqual([
      expect.stringMatching(/^list takes 0 SQL statements/),
      expect.stringMatching(/^exam takes 1 SQL statements/),
    ]);
  });
});

test.each([
  ['BEGIN; SET LOCAL lock_timeout = 1', 'payments BEGIN'],
  ['\n  WITH sent AS (INSERT INTO outbox (id) SELECT 1) SELECT', 'payments WITH outbox'],
  ['UPDATE lot SET left = 1', 'payments UPDATE lot'],
])('a statement is named by its first word and table: %s', (text, kind) => {
  expect(kindOf('payments', text)).toBe(kind);
});
