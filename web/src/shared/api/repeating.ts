import { useIsFetching } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

let waiting = 0;
const listeners = new Set<() => void>();
const change = (by: number): void => {
  waiting += by;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Waits for the next try of a change that the portal could not make yet; the page shows a notice
 * until then.
 */
export async function whileRepeating(wait: Promise<void>): Promise<void> {
  change(1);
  try {
    await wait;
  } finally {
    change(-1);
  }
}

/** Returns whether a change or a read that failed for a temporary reason is being retried. */
export function useIsRepeating(): boolean {
  const changes = useSyncExternalStore(subscribe, () => waiting);
  const reads = useIsFetching({ predicate: ({ state }) => state.fetchFailureCount > 0 });
  return changes + reads > 0;
}
