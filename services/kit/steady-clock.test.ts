import { afterEach, expect, test } from '@jest/globals';
import { followClock, steadyNow } from './steady-clock.ts';

const { now } = Date;
afterEach(async () => {
  Date.now = now;
  (await followClock(async () => new Date())).stop();
});
const hour = 3_600_000;
const off = () => steadyNow().getTime() - now();

test.each([hour, -hour])('a clock that is moved by %d ms moves nothing', (by) => {
  Date.now = () => now() + by;
  expect(Math.abs(off())).toBeLessThan(1000);
});

test('a machine whose clock is wrong goes by the server that it asks', async () => {
  (await followClock(async () => new Date(now() + hour))).stop();
  expect(Math.abs(off() - hour)).toBeLessThan(1000);
});

test('a server that does not answer leaves the clock as it goes, and a slow one does not move it', async () => {
  (await followClock(() => Promise.reject(new Error('away')))).stop();
  expect(Math.abs(off())).toBeLessThan(1000);
  const before = off();
  (
    await followClock(async () => {
      const then = new Date(now());
      await new Promise((later) => setTimeout(later, 60));
      return then;
    })
  ).stop();
  expect(Math.abs(off() - before)).toBeLessThan(5);
});
