import { expect, test } from '@jest/globals';
import { soon } from './todays-session.ts';

test.each([
  ['a usual morning', '2026-11-26T14:32:10Z', '2026-11-26T15:20:00.000Z'],
  ['a full five minutes', '2026-11-26T14:30:00Z', '2026-11-26T15:15:00.000Z'],
  ['the last evening hour in New York', '2026-11-27T04:20:00Z', '2026-11-27T04:55:00.000Z'],
  ['a moment before midnight there', '2026-11-27T04:57:00Z', '2026-11-27T05:45:00.000Z'],
])('in %s', (_, now, start) => {
  expect(soon(new Date(now)).toISOString()).toBe(start);
});
