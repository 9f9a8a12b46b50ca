import { describe, expect, jest, test } from '@jest/globals';

test('passes', () => expect(1).toBe(1));
describe('a group', () => {
  test('has its name before those of its tests', () => expect(1).toBe(1));
  test('fails where an expectation fails', () => expect(1).toBe(2));
});
test.each([{ n: 1 }, { n: 2 }])('is one test a row: $n', ({ n }) => expect(n).toBe(n));
test('moves timers that are not real', async () => {
  jest.useFakeTimers();
  const ran: string[] = [];
  setTimeout(() => ran.push('later'), 1_000);
  setInterval(() => ran.push('again'), 600);
  await jest.advanceTimersByTimeAsync(1_000);
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  expect(ran).toEqual(['again', 'later', 'again']);
});
test('fails where fewer things are expected than it says', () => expect.assertions(1));
