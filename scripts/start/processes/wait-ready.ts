import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import type { Supervised } from './supervised.ts';

/** A busy machine takes minutes for what takes seconds. */
const TIMEOUT_MS = 180_000;
const LOOK_EVERY_MS = 30;
/** A part that dies this often before it was ready once will not come up. */
const GIVE_UP_AFTER_DEATHS = 3;

export interface Waiting {
  readonly signal?: AbortSignal;
  readonly patienceMs?: number;
}

/** Waits until a part is ready. One that cannot come up is a sentence with its last words. */
export async function waitReady(
  part: Supervised,
  isReady: () => Promise<boolean>,
  { signal, patienceMs = TIMEOUT_MS }: Waiting = {},
): Promise<void> {
  const deadline = performance.now() + patienceMs;
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
        `${part.name} was not ready after ${Math.round(patienceMs / 1000)} seconds${said} (see logs/${part.name}.log in the data folder)`,
      );
    }
    await pause(LOOK_EVERY_MS, undefined, signal ? { signal } : {});
  }
}
