import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The item of the page that a link opens: `?open=add`. */
const OPEN = 'open';

/**
 * Opens the item named by a link, also while the page is already in view, and removes it from the
 * address, so that a reload does not open it again.
 */
export function useOpenedByLink(open: (what: string) => void): void {
  const [address, setAddress] = useSearchParams();
  const what = address.get(OPEN);
  const now = useRef(open);
  useEffect(() => {
    now.current = open;
  });
  useEffect(() => {
    if (what === null) return;
    now.current(what);
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(OPEN);
        return next;
      },
      { replace: true },
    );
  }, [what, setAddress]);
}
