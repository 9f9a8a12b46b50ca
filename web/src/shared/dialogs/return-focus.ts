import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * What opened a modal, and the list row that it stood in, which may be made anew while the modal is
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

/** The opener itself; where it is gone, its row; where that is gone too, the page. */
function focusOpener({ element, rowId }: Opener): void {
  const row = rowId === null ? null : document.getElementById(rowId);
  for (const place of [element, row?.querySelector('button'), document.querySelector('main')]) {
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    if (!isLost()) return;
  }
}

/**
 * Brings the focus back to what opened the modal, once the modal is gone. Mantine's own way misses
 * modals whose file came late, since it does not see them open. Gives back what to call at the end
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
