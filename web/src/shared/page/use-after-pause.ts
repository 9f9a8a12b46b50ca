import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo, useRef } from 'react';

/**
 * Returns a function that runs `callback` with its last arguments once it was not called for `ms`
 * milliseconds. A person who follows a link during the pause stays where the link leads: `callback`
 * does not run then, not even while the next page still loads and this one is shown.
 */
export function useAfterPause<Args extends unknown[]>(
  callback: (...args: Args) => void,
  ms: number,
): ((...args: Args) => void) & { readonly cancel: () => void } {
  const path = useRef('');
  const debounced = useDebouncedCallback((...args: Args) => {
    if (window.location.pathname === path.current) callback(...args);
  }, ms);
  return useMemo(() => {
    const soon = (...args: Args): void => {
      path.current = window.location.pathname;
      debounced(...args);
    };
    return Object.assign(soon, { cancel: () => debounced.cancel() });
  }, [debounced]);
}
