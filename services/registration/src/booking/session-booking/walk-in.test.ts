import { expect, test } from '@jest/globals';
import { walkInRefusal } from './booking-rules.ts';

const start = new Date('2026-11-10T14:30:00Z');
test.each([
  ['a moment before the hour', '2026-11-10T13:29:59.999Z', false],
  ['an hour before the start', '2026-11-10T13:30:00Z', true],
  ['half an hour after it', '2026-11-10T15:00:00Z', true],
  ['a moment later', '2026-11-10T15:00:00.001Z', false],
])('a walk-in %s', (_name, now, isTaken) => {
  expect(walkInRefusal(start, new Date(now))?.code).toBe(isTaken ? undefined : 'walk_in_closed');
});

test('a session without a time takes no walk-in', () => {
  expect(walkInRefusal(null, start)?.code).toBe('walk_in_closed');
});
