import { useEffect, useRef, useSyncExternalStore } from 'react';

/**
 * The state of the page: in a session, or its session is over and the covered page waits for the
 * same person to sign in again. `round` counts those sign-ins.
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
 * Returns a number that changes when the person has signed in again, for effects that must restart.
 */
export const useSessionRound = (): number => useSyncExternalStore(subscribe, () => round);

/** Registers a function that clears data when the session ends: card and bank data. */
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
