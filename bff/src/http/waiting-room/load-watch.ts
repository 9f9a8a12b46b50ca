import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The load of this process between two measurements. */
export interface LoadWatch {
  /** A call took so long, in milliseconds. */
  noteCall(ms: number): void;
  /** The values since the last measurement: milliseconds. */
  look(): { loopDelayMs: number; callMs: number };
  stop(): void;
}

/** The delay is sampled so often; the measured values include it. */
const RESOLUTION_MS = 20;
/** Fewer calls say nothing of the others. */
const ENOUGH_CALLS = 20;
/** So many of a look are kept. */
const MAX_CALLS = 5000;

export function createLoadWatch(): LoadWatch {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let calls: number[] = [];
  return {
    noteCall(ms) {
      if (calls.length < MAX_CALLS) calls.push(ms);
    },
    look() {
      const loopDelayMs = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
      const sorted = calls.sort((a, b) => a - b);
      const callMs =
        sorted.length < ENOUGH_CALLS ? 0 : (sorted[Math.floor(sorted.length * 0.9)] ?? 0);
      delay.reset();
      calls = [];
      return { loopDelayMs, callMs };
    },
    stop: () => void delay.disable(),
  };
}
