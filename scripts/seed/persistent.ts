import { setTimeout as pause } from 'node:timers/promises';

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];

/** Type of the calls of a client. */
type Calls = Record<string, (...args: never[]) => Promise<unknown>>;

/**
 * Returns whether a retry may succeed: a service was too slow to connect, or still processes the
 * first try.
 */
function isTransient(error: unknown): boolean {
  const { status, code } = error as { status?: unknown; code?: unknown };
  return status === 503 || code === 'request_in_progress';
}

/**
 * Retries for at most two minutes while a machine is too busy to answer in time, and logs that
 * once.
 */
export async function persist<T>(
  work: () => Promise<T>,
  say: (line: string) => void,
  pauses: readonly number[] = PAUSES_MS,
): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      const wait = pauses[repeats];
      if (wait === undefined || !isTransient(error)) throw error;
      if (repeats === 0)
        say('The machine is busy: waiting for a service that does not answer, then trying again');
      await pause(wait);
    }
  }
}

/** Returns the client with retries: each call has a key, so that a retry does nothing twice. */
export function persistent<C>(client: C, say: (line: string) => void, pauses = PAUSES_MS): C {
  const calls = Object.entries(client as Calls).map(([name, call]) => [
    name,
    (...args: never[]) => persist(() => call(...args), say, pauses),
  ]);
  return Object.fromEntries(calls) as C;
}
