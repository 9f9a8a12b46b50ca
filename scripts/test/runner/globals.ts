import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import { withEvidence } from './evidence.ts';
import { spiesOf } from './spies.ts';

// What `@jest/globals` is in a test worker: jest-circus, expect, mock functions and fake timers on
// the process's own globals. Modules cannot be mocked.

const mocker = new ModuleMocker(globalThis);
export const timers = new ModernFakeTimers({
  config: { rootDir: process.cwd(), fakeTimers: {} } as never,
  // of Node's own globals it would replace the timers that modules require too, React's among them
  global: new Proxy(globalThis, {}),
});

const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: spiesOf(mocker),
  mocked: <T>(source: T): T => source,
  isMockFunction: mocker.isMockFunction.bind(mocker),
  clearAllMocks: () => mocker.clearAllMocks(),
  resetAllMocks: () => mocker.resetAllMocks(),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: (config?: Parameters<ModernFakeTimers['useFakeTimers']>[0]) => {
    timers.useFakeTimers(config);
    return jest;
  },
  useRealTimers: () => {
    timers.useRealTimers();
    return jest;
  },
  setSystemTime: (now?: number | Date) => timers.setSystemTime(now),
  getRealSystemTime: () => timers.getRealSystemTime(),
  now: () => timers.now(),
  getTimerCount: () => timers.getTimerCount(),
  clearAllTimers: () => timers.clearAllTimers(),
  runAllTicks: () => timers.runAllTicks(),
  runAllTimers: () => timers.runAllTimers(),
  runAllTimersAsync: () => timers.runAllTimersAsync(),
  runOnlyPendingTimers: () => timers.runOnlyPendingTimers(),
  runOnlyPendingTimersAsync: () => timers.runOnlyPendingTimersAsync(),
  advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
  advanceTimersToNextTimer: (steps?: number) => timers.advanceTimersToNextTimer(steps),
  advanceTimersToNextTimerAsync: (steps?: number) => timers.advanceTimersToNextTimerAsync(steps),
};

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, jest, test };
export const expect = withEvidence(jestExpect);

// Testing Library moves fake timers on where it finds them by this name.
Object.assign(globalThis, { jest });
