import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * Where the page stands: in a session; its session is over and the page waits, covered, for the
 * same person to sign in again. `round` counts how often that happened.
 */
let isOver = false;
let round = 0;
const listeners = new Set<() => void>();

function change(over: boolean): void {
  if (over === isOver) return;
  isOver = over;
  if (!over) round += 1;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const sessionIsOver = (): boolean => isOver;
export const setSessionOver = change;

/** Whether the page waits for its person. */
export const useSessionOver = (): boolean => useSyncExternalStore(subscribe, () => isOver);

/**
 * Another number after each time the person has signed in again: for what has to begin anew then.
 */
export const useSessionRound = (): number => useSyncExternalStore(subscribe, () => round);

/** What must not outlive the session in a page that waits: card and bank data. */
export function useForgetAtSessionEnd(forget: () => void): void {
  const now = useRef(forget);
  useEffect(() => {
    now.current = forget;
  });
  useEffect(
    () =>
      subscribe(() => {
        if (isOver) now.current();
      }),
    [],
  );
}
