import { useLayoutEffect, useRef, useState } from 'react';

/**
 * What a field shows whose value stands in the address: what is typed at once, and what the address
 * says when that changes otherwise (Back, a link, a saved filter). The page takes a new address over
 * later, and a field that waited for it would lose the letters in between.
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
