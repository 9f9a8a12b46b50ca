import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { chosenIn } from '../../shared/page/chosen-link.ts';

const idIn = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/**
 * Opens the session that the address names, with the page, and again when the finder leads to it
 * while the page is in view; null where the address names none any more. Back and the entries that
 * dialogs put into the history open nothing again.
 */
export function useLinkedSession(open: (id: number | null) => void): void {
  const [address] = useSearchParams();
  const { state } = useLocation();
  const session = address.get('session');
  const chosen = chosenIn(state);
  const followed = useRef(new Set<string>());
  const now = useRef(open);
  useEffect(() => {
    now.current = open;
  });
  useEffect(() => now.current(idIn(session)), [session]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is followed once
  useEffect(() => {
    if (chosen === null || followed.current.has(chosen)) return;
    followed.current.add(chosen);
    if (session !== null) now.current(idIn(session));
  }, [chosen]);
}
