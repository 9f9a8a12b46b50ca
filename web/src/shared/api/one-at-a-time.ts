import { useRef } from 'react';

/**
 * What a press begins. Pressed again while it is under way, a double click, it does nothing: a
 * button is disabled by the next render only, which is too late for that.
 */
export function useOneAtATime<Asked extends unknown[]>(
  work: (...asked: Asked) => Promise<void>,
): (...asked: Asked) => void {
  const isRunning = useRef(false);
  return (...asked) => {
    if (isRunning.current) return;
    isRunning.current = true;
    void work(...asked).finally(() => {
      isRunning.current = false;
    });
  };
}
