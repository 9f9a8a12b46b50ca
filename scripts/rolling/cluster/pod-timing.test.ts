import { expect, test } from '@jest/globals';
import { findTool, missing } from '../../tools/tools.ts';
import { fromRendered, fromSource } from './pod-timing.ts';

test('reads probes and waits of a kubelet from the chart', () => {
  const { readiness, liveness, startup, minReadyMs, leaveMs, graceMs } = fromSource();
  expect([readiness.path, liveness.path, startup.path]).toEqual([
    '/readyz',
    '/healthz',
    '/healthz',
  ]);
  for (const { everyMs, timeoutMs, misses } of [readiness, liveness, startup])
    expect(Math.min(everyMs, timeoutMs, misses)).toBeGreaterThan(0);
  // callers of the last release resolve the pods of a service again 30 seconds later at the latest
  expect(minReadyMs).toBeGreaterThanOrEqual(30_000);
  // started requests may take 30 seconds after the pod has left
  expect(graceMs - leaveMs).toBeGreaterThan(35_000);
});

const withHelm = findTool('helm') ? test : test.skip;
withHelm(findTool('helm') ? 'helm renders the same' : missing('helm'), () => {
  expect(fromRendered()).toEqual(fromSource());
});
