import { expect, test } from '@jest/globals';
import { daysText, kindText } from './accommodation-words.ts';

test.each([
  [{ kind: 'extra_time', percent: 25, minutes: null }, 'Extra time, 25 %'],
  [{ kind: 'extra_time', percent: null, minutes: 30 }, 'Extra time, 30 minutes'],
  [{ kind: 'breaks', percent: null, minutes: 10 }, 'Breaks, 10 minutes'],
  [{ kind: 'own_room', percent: null, minutes: null }, 'Own room'],
] as const)('describes %j as %s', (one, text) => {
  expect(kindText(one)).toBe(text);
});

test('describes days with and without an end', () => {
  expect(daysText({ validFrom: '2026-09-01', validUntil: null })).toBe('From 09/01/2026');
  expect(daysText({ validFrom: '2026-09-01', validUntil: '2027-06-30' })).toBe(
    'From 09/01/2026 to 06/30/2027',
  );
});
