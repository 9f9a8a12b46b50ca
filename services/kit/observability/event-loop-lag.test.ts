import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { registerEventLoopLag } from './event-loop-lag.ts';

const BLOCKED_MS = 300;

/** What whoever reads the metrics now is told. */
async function read(register: Registry): Promise<number> {
  const text = await register.metrics();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
}

test('two who read one after the other are told the same of a loop that was blocked', async () => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  registerEventLoopLag(register);
  while ((await read(register)) === 0) await pause(20);
  const end = performance.now() + BLOCKED_MS;
  while (performance.now() < end);
  while ((await read(register)) < BLOCKED_MS / 2000) await pause(20);
  const told = [await read(register), await read(register)];
  expect(told.map((seconds) => seconds > 0.2)).toEqual([true, true]);
});
