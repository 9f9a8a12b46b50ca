import { clockOffsetMs } from '@portal/kit/steady-clock';
import type { BrowserContext } from 'playwright-core';

/**
 * Starts the clock of a context's pages at the clock of this run. Only `Date` moves: Playwright's
 * own clock replaces the timers too, and on a busy machine a menu then never opens.
 */
export async function startPageClock(context: BrowserContext): Promise<void> {
  if (clockOffsetMs !== 0) await context.addInitScript(moveDate, clockOffsetMs);
}

/** Runs in the page, before its scripts. */
function moveDate(offsetMs: number): void {
  const RealDate = globalThis.Date;
  const now = (): number => RealDate.now() + offsetMs;
  const MovedDate = new Proxy(RealDate, {
    construct: (target, values, called) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], called),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  RealDate.prototype.constructor = MovedDate;
  globalThis.Date = MovedDate;
}
