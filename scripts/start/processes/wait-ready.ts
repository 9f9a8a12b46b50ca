import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import type { Supervised } from './supervised.ts';

/** Long, since on a busy machine a start of seconds takes minutes. */
const TIMEOUT_MS = 180_000;
const LOOK_EVERY_MS = 30;
/** Stop waiting once the process has died this often before it was ready. */
const GIVE_UP_AFTER_DEATHS = 3;

export interface Waiting {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Waits until a process is ready. Throws a UserError with its last words when it keeps dying or the
 * timeout expires.
 */
export async function waitReady(
  part: Supervised,
  isReady: () => Promise<boolean>,
  { signal, timeoutMs = TIMEOUT_MS }: Waiting = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const before = part.deaths;
  while (!(await isReady().catch(() => false))) {
    signal?.throwIfAborted();
    const said = part.lastWords ? `: ${part.lastWords}` : '';
    if (part.deaths - before >= GIVE_UP_AFTER_DEATHS)
      throw new UserError(
        `${part.name} cannot start${said} (see logs/${part.name}.log in the data folder)`,
      );
    if (performance.now() > deadline) {
      throw new UserError(
        `${part.name} was not ready after ${Math.round(timeoutMs / 1000)} seconds${said} ` +
          `(see logs/${part.name}.log in the data folder)`,
      );
    }
    await pause(LOOK_EVERY_MS, undefined, signal ? { signal } : {});
  }
}
