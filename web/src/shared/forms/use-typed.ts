import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The text of a field whose value is in the address: typed text appears at once, and an address
 * that changes otherwise (Back, a link, a saved filter) replaces it. The page reads a new address
 * later, and a field that waited for it would lose the characters typed in between.
 */
export function useTyped(
  value: string,
  onTyped: (next: string) => void,
): [typed: string, type: (next: string) => void] {
  const [typed, setTyped] = useState(value);
  const request = useRef(value);
  useLayoutEffect(() => {
    if (value === request.current) return;
    request.current = value;
    setTyped(value);
  }, [value]);
  const type = (next: string) => {
    request.current = next;
    setTyped(next);
    onTyped(next);
  };
  return [typed, type];
}
