import { expect, test } from '@jest/globals';
import { countdownText } from './countdown-text.ts';

test.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [599_000, '9:59'],
  [61_000, '1:01'],
  [6_500, '0:07'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%d ms read %s', (millis, text) => {
  expect(countdownText(millis)).toBe(text);
});
