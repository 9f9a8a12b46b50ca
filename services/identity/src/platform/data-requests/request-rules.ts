const DAY_MS = 86_400_000;

/** How long an export can be fetched. R-588 */
export const KEPT_MS = 7 * DAY_MS;

export type RequestState = 'preparing' | 'ready' | 'expired';

/** Returns the state of an export; `until` is null while it is being prepared. */
export function stateOf({ until }: { until: Date | null }, now: Date): RequestState {
  if (until === null) return 'preparing';
  return now < until ? 'ready' : 'expired';
}

/** Whether a day has passed since the last request of the same side; null: there was none. R-588 */
export const mayAsk = (lastAskedAt: Date | null, now: Date): boolean =>
  lastAskedAt === null || now.getTime() - lastAskedAt.getTime() >= DAY_MS;
