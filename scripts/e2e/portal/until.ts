import { setTimeout as pause } from 'node:timers/promises';

/** How many times as long as a quiet machine a busy one may need. */
const PATIENCE = 5;

/**
 * Asks until the answer is right and gives it; fails with the last answer when it does not become
 * right in several times the seconds that a quiet machine needs at most.
 */
export async function until<T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  withinSeconds = 15,
  everyMs = 25,
): Promise<T> {
  const end = Date.now() + withinSeconds * 1000 * PATIENCE;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`did not become right: ${JSON.stringify(answer)?.slice(0, 2000)}`);
    await pause(everyMs);
  }
}
