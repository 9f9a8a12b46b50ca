import type { FilterTable } from '@portal/contract/saved-filters/filter-tables';
import { useSearchParams } from 'react-router-dom';
import { textsIn } from './filter-query.ts';
import { FiltersMenu } from './filters-menu.tsx';

interface AddressFiltersProps {
  table: FilterTable;
  /** The words of the address that are the filter. */
  names: readonly string[];
}

/** The saved filters of a table whose query is in the address. */
export function AddressFilters({ table, names }: AddressFiltersProps) {
  const [address, setAddress] = useSearchParams();
  const query = textsIn(Object.fromEntries(address), names);
  return (
    <FiltersMenu
      table={table}
      query={query}
      onApply={(saved) =>
        setAddress((before) => {
          const next = new URLSearchParams(before);
          next.delete('page');
          const wanted = textsIn(saved, names);
          for (const name of names) {
            const value = wanted[name];
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        })
      }
    />
  );
}
