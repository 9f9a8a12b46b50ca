import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { registerEventLoopLag } from './event-loop-lag.ts';

const BLOCKED_MS = 300;

/** Returns the lag in the current metrics. */
async function read(register: Registry): Promise<number> {
  const text = await register.metrics();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
}

test('two consecutive reads both report a loop that was blocked', async () => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  registerEventLoopLag(register);
  while ((await read(register)) === 0) await pause(20);
  const end = performance.now() + BLOCKED_MS;
  while (performance.now() < end);
  while ((await read(register)) < BLOCKED_MS / 2000) await pause(20);
  const lags = [await read(register), await read(register)];
  expect(lags.map((seconds) => seconds > 0.2)).toEqual([true, true]);
});
