/** What changes by one command or import is told one after the other: it is asked for once. */
const GATHER_MS = 300;

/**
 * Asks again for what a page shows once something of it changed: once for what comes together, and
 * never while an answer is on its way, in which the change may not stand; then once more after it.
 */
export function askingAgain(ask: () => Promise<unknown>): { soon: () => void; stop: () => void } {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isGone = false;
  let isNews = false;

  async function askNow(): Promise<void> {
    gathering = undefined;
    isNews = false;
    isAsking = true;
    await ask();
    isAsking = false;
    if (isNews) soon();
  }
  function soon(): void {
    isNews = true;
    if (!isAsking && !isGone) gathering ??= setTimeout(() => void askNow(), GATHER_MS);
  }
  return {
    soon,
    stop() {
      isGone = true;
      clearTimeout(gathering);
    },
  };
}
