import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Brings the focus back to what opened the modal, once the modal is gone. Mantine's own way misses modals whose file came late, since it
 * does not see them open. Gives back what to call at the end of closing.
 */
export function useReturnFocus(opened: boolean): () => void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement;
  }, [opened]);
  const giveBack = useCallback(() => {
    setTimeout(() => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    });
  }, []);
  useEffect(() => giveBack, [giveBack]);
  return giveBack;
}
