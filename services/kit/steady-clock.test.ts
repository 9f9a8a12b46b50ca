import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { clockOffsetMs, followClock, readClockOffset, steadyNow } from './steady-clock.ts';

const { now } = Date;
const followOwnClock = async () => {
  (await followClock(async () => new Date(now() + clockOffsetMs))).stop();
};
beforeEach(followOwnClock);
afterEach(async () => {
  Date.now = now;
  await followOwnClock();
});
const hour = 3_600_000;
const off = () => steadyNow().getTime() - (now() + clockOffsetMs);

test.each([hour, -hour])('a clock that is moved by %d ms moves nothing', (by) => {
  Date.now = () => now() + by;
  expect(Math.abs(off())).toBeLessThan(1000);
});

test('a machine whose clock is wrong goes by the server that it asks', async () => {
  (await followClock(async () => new Date(now() + clockOffsetMs + hour))).stop();
  expect(Math.abs(off() - hour)).toBeLessThan(1000);
});

test('ignores a server that does not respond; a slow server does not move the clock', async () => {
  (await followClock(() => Promise.reject(new Error('away')))).stop();
  expect(Math.abs(off())).toBeLessThan(1000);
  const before = steadyNow().getTime() - performance.now();
  // the counter of this process is frozen except for the time that the server takes
  let counted = performance.now();
  const counter = jest.spyOn(performance, 'now').mockImplementation(() => counted);
  (
    await followClock(async () => {
      const then = steadyNow();
      counted += 60;
      return then;
    })
  ).stop();
  expect(steadyNow().getTime() - counted).toBeCloseTo(before, -1);
  counter.mockRestore();
});

test('a server that was unavailable at first is retried at once', async () => {
  const answers = [
    () => Promise.reject(new Error('away')),
    async () => new Date(now() + clockOffsetMs + hour),
  ];
  const isAsked = Promise.withResolvers<void>();
  const clock = await followClock(() => {
    if (answers.length === 1) isAsked.resolve();
    return (answers.length > 1 ? answers.shift() : answers[0])?.() as Promise<Date>;
  }, 3_600_000);
  expect(Math.abs(off())).toBeLessThan(1000);
  await isAsked.promise;
  await new Promise((then) => setImmediate(then));
  expect(Math.abs(off() - hour)).toBeLessThan(1000);
  clock.stop();
});

describe('readClockOffset', () => {
  test('leaves the clock alone without a setting', () => {
    expect(readClockOffset({ NODE_ENV: 'production' })).toBe(0);
    expect(readClockOffset({ NODE_ENV: 'production', TEST_CLOCK_OFFSET_MS: '0' })).toBe(0);
  });
  test('moves the clock of tests', () => {
    expect(readClockOffset({ NODE_ENV: 'test', TEST_CLOCK_OFFSET_MS: '-5000' })).toBe(-5000);
  });
  test.each(['production', 'development', undefined])('refuses to move the clock of %s', (env) => {
    const moved = { NODE_ENV: env, TEST_CLOCK_OFFSET_MS: '1' };
    expect(() => readClockOffset(moved)).toThrow('for tests only');
  });
  test('refuses a value that is no number', () => {
    const moved = { NODE_ENV: 'test', TEST_CLOCK_OFFSET_MS: '1 hour' };
    expect(() => readClockOffset(moved)).toThrow('must be whole milliseconds');
  });
});
