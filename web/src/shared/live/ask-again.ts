/** One command or import announces several changes in a row: this delay gathers them. */
const GATHER_MS = 300;

/**
 * Reloads the data of a page after a change: once for changes that arrive together, and never while
 * a request is pending whose answer may miss the change; then once more after it.
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
