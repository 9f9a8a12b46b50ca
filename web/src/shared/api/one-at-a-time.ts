import { useRef } from 'react';

/**
 * Returns a handler that ignores further presses while its work runs, as in a double click: a
 * button is disabled by the next render only, which is too late for that.
 */
export function useOneAtATime<Input extends unknown[]>(
  work: (...input: Input) => Promise<void>,
): (...input: Input) => void {
  const isRunning = useRef(false);
  return (...request) => {
    if (isRunning.current) return;
    isRunning.current = true;
    void work(...request).finally(() => {
      isRunning.current = false;
    });
  };
}
