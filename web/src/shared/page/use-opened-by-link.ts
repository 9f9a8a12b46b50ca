import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What of a page a link opens with it: `?open=add`. */
const OPEN = 'open';

/**
 * Opens what a link names, also while the page is in view already, and takes the word out of the
 * address: a reload does not open it again.
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
