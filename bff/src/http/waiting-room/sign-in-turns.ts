import pLimit from 'p-limit';
import { refuse } from '../refuse.ts';

/**
 * Sign-ins that are worked on side by side. A password costs the processor a fixed time, so more at
 * once only makes each slower; the others wait here in the order in which they came.
 */
export interface SignInTurns {
  /** Refuses with `waiting_room` when the wait would be longer than `longestMs`. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How long one that comes now would wait, in milliseconds. */
  expectedWaitMs(): number;
  /** How many are done or wait here. */
  inside(): number;
  /** How many a second were done over the last seconds. */
  perSecond(): number;
}

const SECONDS = 3;
/** The weight of the newest sign-in in the average duration. */
const WEIGHT = 0.05;

export function createSignInTurns(
  atOnce: number,
  longestMs: number,
  monotonicMs: () => number = () => performance.now(),
): SignInTurns {
  const turn = pLimit(atOnce);
  /** Milliseconds that one takes once it has its turn. */
  let takes = 50;
  const doneAt: number[] = [];

  const expectedWaitMs = () => (turn.pendingCount * takes) / atOnce;
  const forget = (now: number) => {
    while ((doneAt[0] ?? now) < now - SECONDS * 1000) doneAt.shift();
  };
  return {
    run(work) {
      const wait = expectedWaitMs();
      if (wait > longestMs)
        return Promise.reject(refuse('waiting_room', { retryAfter: Math.ceil(wait / 1000) }));
      return turn(async () => {
        const begun = monotonicMs();
        try {
          return await work();
        } finally {
          const now = monotonicMs();
          takes += WEIGHT * (now - begun - takes);
          doneAt.push(now);
          forget(now);
        }
      });
    },
    expectedWaitMs,
    inside: () => turn.activeCount + turn.pendingCount,
    perSecond() {
      forget(monotonicMs());
      return doneAt.length / SECONDS;
    },
  };
}
