import { useSearchParams } from 'react-router-dom';
import { textsIn } from './filter-query.ts';

/**
 * Returns a table's query from its address, and a function that changes it (null clears a field); a
 * link shows the same rows to other staff.
 */
export function useAddressFilters<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (change: Partial<Record<Name, string | null>>) => void] {
  const [address, setAddress] = useSearchParams();
  const filters = textsIn(Object.fromEntries(address), names);
  const filter = (change: Partial<Record<Name, string | null>>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries<string | null | undefined>(change))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [filters, filter];
}
