import { expect, test } from '@jest/globals';
import { momentOf } from './prices-on.ts';

// 20:30 of the 4th in New York
const now = new Date('2026-12-05T01:30:00Z');

test.each([
  ['no day', null, now.toISOString()],
  ['today in New York', '2026-12-04', now.toISOString()],
  ['tomorrow', '2026-12-05', '2026-12-05T05:00:00.000Z'],
  ['a day in summer time', '2027-07-01', '2027-07-01T04:00:00.000Z'],
])('%s', (_, on, expected) => {
  expect(momentOf(on, now).toISOString()).toBe(expected);
});

test('a day that is past is refused, by the clock of New York', () => {
  expect(() => momentOf('2026-12-03', now)).toThrow(
    expect.objectContaining({ status: 422, code: 'invalid' }),
  );
});
