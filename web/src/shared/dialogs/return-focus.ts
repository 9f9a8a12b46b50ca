import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The element that opened a modal, and its list row, which may be recreated while the modal is
 * open.
 */
interface Opener {
  element: Element;
  rowId: string | null;
}

/**
 * Left by a modal that another one follows: a step of the same errand goes back to where the errand
 * began.
 */
let handedOn: Opener | null = null;

const isLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

function openerNow(): Opener | null {
  const element = document.activeElement;
  return element === null || isLost()
    ? null
    : { element, rowId: element.closest('li[id]')?.id ?? null };
}

/** Focuses the opener; if it was unmounted, its row; without the row, the page. */
function focusOpener({ element, rowId }: Opener): void {
  const row = rowId === null ? null : document.getElementById(rowId);
  for (const place of [element, row?.querySelector('button'), document.querySelector('main')]) {
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    if (!isLost()) return;
  }
}

/**
 * Returns the focus to the opener once the modal has closed. Mantine's own mechanism misses modals
 * whose chunk loaded late, since it does not see them open. Returns a function to call at the end
 * of closing.
 */
export function useReturnFocus(opened: boolean): () => void {
  const opener = useRef<Opener | null>(null);
  useLayoutEffect(() => {
    if (!opened) return;
    opener.current = openerNow() ?? handedOn;
    return () => {
      handedOn = opener.current;
      setTimeout(() => {
        handedOn = null;
      });
    };
  }, [opened]);
  const giveBack = useCallback(() => {
    setTimeout(() => {
      if (isLost() && opener.current) focusOpener(opener.current);
    });
  }, []);
  useEffect(() => giveBack, [giveBack]);
  return giveBack;
}
