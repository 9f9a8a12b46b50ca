import { setTimeout as pause } from 'node:timers/promises';

/** What a wait is for, and how long it may take. */
export interface Wait {
  /** Named in the error when the wait is over in vain; the condition itself unless given. */
  readonly what?: string;
  /** At most; 30 at least, since a busy machine is slow. */
  readonly seconds?: number;
  readonly everyMs?: number;
}

const SECONDS = 30;
const EVERY_MS = 25;
const MAX_SHOWN = 2000;

/**
 * Asks until the answer is right and returns it. Throws after the given time: says what it waited
 * for, and the last answer.
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
    if (performance.now() > end)
      throw new Error(
        `waited ${seconds} seconds for ${what}; last: ${JSON.stringify(answer)?.slice(0, MAX_SHOWN)}`,
      );
    await pause(limits.everyMs ?? everyMs);
  }
}
