import { setTimeout as pause } from 'node:timers/promises';

/** Options of a wait. */
export interface Wait {
  /** Named in the error when the wait times out; by default the source of the condition. */
  readonly what?: string;
  /** Timeout; at least 30, since a busy machine is slow. */
  readonly seconds?: number;
  readonly everyMs?: number;
}

const SECONDS = 30;
const EVERY_MS = 25;
const MAX_SHOWN = 2000;

/**
 * Polls until an answer meets the condition, and returns it. The error of a timeout names the
 * condition and the last answer.
 */
export async function until<T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  wait: Wait | number = {},
  everyMs = EVERY_MS,
): Promise<T> {
  const { what = String(isRight), ...limits } = typeof wait === 'number' ? { seconds: wait } : wait;
  const seconds = Math.max(limits.seconds ?? SECONDS, SECONDS);
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (performance.now() > end) {
      const last = JSON.stringify(answer)?.slice(0, MAX_SHOWN);
      throw new Error(`waited ${seconds} seconds for ${what}; last: ${last}`);
    }
    await pause(limits.everyMs ?? everyMs);
  }
}
