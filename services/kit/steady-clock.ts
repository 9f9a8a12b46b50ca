import { log } from './observability/log.ts';

/**
 * Returns by how many milliseconds the clock of a run of tests differs from the machine's: the
 * tests, the services and the databases of a run have the same. Throws everywhere else.
 */
export function readClockOffset(env: Readonly<Record<string, string | undefined>>): number {
  const text = env.TEST_CLOCK_OFFSET_MS;
  if (!text) return 0;
  const offset = Number(text);
  if (!Number.isSafeInteger(offset))
    throw new Error(`TEST_CLOCK_OFFSET_MS must be whole milliseconds, not "${text}".`);
  if (offset !== 0 && env.NODE_ENV !== 'test')
    throw new Error('TEST_CLOCK_OFFSET_MS moves the clock and is for tests only: remove it.');
  return offset;
}

export const clockOffsetMs = readClockOffset(process.env);

/** Milliseconds of the epoch at which this process's own counter stood at zero. */
let startedAt: number;

/** Sets the clock of this process to the machine's, as when the process began. */
export function readMachineClock(): void {
  startedAt = Date.now() + clockOffsetMs - performance.now();
}
readMachineClock();

/**
 * Returns the time by a monotonic counter: when the machine's clock is corrected or moved an hour,
 * holds, tokens and sessions neither end early nor last longer. `followClock` keeps it at the
 * servers' time.
 */
export const steadyNow = (): Date => new Date(startedAt + performance.now());

const EVERY_MS = 10_000;
/** Until the first answer the clock is the machine's own, so it is synchronized far more often. */
const EVERY_MS_AT_FIRST = 250;
/** A difference that a slow answer explains is none. */
const SMALLEST_MS = 20;

/**
 * Keeps the clock of this process at the time of a server that all processes of its kind use (the
 * database, Redis), so that a machine with a wrong clock does no harm; `ask` returns that time.
 * Returns after the first attempt; an unavailable server leaves the clock running as it is, and is
 * retried soon if it has never answered.
 */
export async function followClock(
  ask: () => Promise<Date>,
  everyMs = EVERY_MS,
): Promise<{ stop: () => void }> {
  let isStopped = false;
  let isKnown = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const before = performance.now();
      const there = await ask();
      const after = performance.now();
      isKnown = true;
      const isOff = there.getTime() - (startedAt + (before + after) / 2);
      if (Math.abs(isOff) <= SMALLEST_MS + (after - before) / 2) return;
      startedAt += isOff;
      if (Math.abs(isOff) > 1000)
        log.warn(
          { seconds: Math.round(isOff / 1000) },
          'the clock of this process was wrong and is put right',
        );
    } catch {
      // the next attempt follows soon
    }
  };
  const goOn = async () => {
    await look();
    if (!isStopped)
      timer = setTimeout(goOn, isKnown ? everyMs : Math.min(everyMs, EVERY_MS_AT_FIRST)).unref();
  };
  await goOn();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
