/** How the queue moved lately, for estimating the wait and which numbers were called when. */
export interface Progress {
  note(queue: { called: number; isQueued: boolean }, now: number): void;
  /**
   * Numbers that were called a second, over the last RATE_MS and no longer than there has been a
   * queue: before, no number had to be called. Null until something is known.
   */
  perSecond(now: number): number | null;
  /** The last number that had been called so long ago already; 0 when that is not known. */
  calledBefore(ageMs: number, now: number): number;
}

const RATE_MS = 30_000;
/** Less is too short to say a rate by. */
const LEAST_MS = 2000;
const KEPT_MS = 15 * 60_000;
const STEP_MS = 1000;

/** Keeps one note a second of the last quarter of an hour. Milliseconds of any clock. */
export function createProgress(): Progress {
  const notes: { at: number; called: number }[] = [];
  const lastUpTo = (at: number) => notes.findLast((note) => note.at <= at);
  let queuedSince = Number.NEGATIVE_INFINITY;

  return {
    note({ called, isQueued }, now) {
      if (!isQueued) queuedSince = now;
      const last = notes.at(-1);
      if (last && now - last.at < STEP_MS) return;
      // the counters restarted: notes of the old ones say nothing
      if (last && called < last.called) notes.length = 0;
      notes.push({ at: now, called });
      while ((notes[0]?.at ?? now) < now - KEPT_MS) notes.shift();
    },
    perSecond(now) {
      const last = notes.at(-1);
      const first = lastUpTo(Math.max(now - RATE_MS, queuedSince)) ?? notes[0];
      if (!last || !first || last.at - first.at < LEAST_MS) return null;
      return (last.called - first.called) / ((last.at - first.at) / 1000);
    },
    calledBefore: (ageMs, now) => lastUpTo(now - ageMs)?.called ?? 0,
  };
}
