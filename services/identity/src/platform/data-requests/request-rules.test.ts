import { expect, test } from '@jest/globals';
import { KEPT_MS, mayAsk, stateOf } from './request-rules.ts';

const now = new Date('2026-03-09T12:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);

test.each([
  { what: 'that no part is missing of yet', until: null, state: 'preparing' },
  {
    what: 'that was put together just now',
    until: before(-KEPT_MS),
    state: 'ready',
  },
  { what: 'in its last moment', until: before(-1), state: 'ready' },
  { what: 'seven days later', until: now, state: 'expired' },
])('an export $what is $state', ({ until, state }) => {
  expect(stateOf({ until }, now)).toBe(state);
});

test.each([
  { last: null, may: true },
  { last: before(0), may: false },
  { last: before(86_399_999), may: false },
  { last: before(86_400_000), may: true },
])('after a request at $last another one is allowed: $may', ({ last, may }) => {
  expect(mayAsk(last, now)).toBe(may);
});
