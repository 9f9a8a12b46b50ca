import { clockOffsetMs, steadyNow } from '@portal/kit/steady-clock';
import type { BrowserContext } from 'playwright-core';

/** Has the clock of a context's pages begin where that of this run is; then it goes on as usual. */
export async function startPageClock(context: BrowserContext): Promise<void> {
  if (clockOffsetMs !== 0) await context.clock.install({ time: steadyNow() });
}
