import { useSearchParams } from 'react-router-dom';
import type { CataloguePart } from './api.ts';

interface CataloguePlace {
  part: CataloguePart;
  search: string;
  retired: boolean;
  go: (part: CataloguePart) => void;
  filter: (change: { search?: string; retired?: boolean }) => void;
}

/**
 * The view of the catalogue, read from its address, so that a link shows the same to other staff.
 */
export function useCataloguePlace(parts: readonly CataloguePart[]): CataloguePlace {
  const [address, setAddress] = useSearchParams();
  const part = parts.find((one) => one === address.get('part')) ?? parts[0] ?? 'exams';
  const write = (change: Record<string, string | undefined>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value) next.set(name, value);
          else next.delete(name);
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  return {
    part,
    search: address.get('search') ?? '',
    retired: address.get('retired') === '1',
    go: (to) => write({ part: to, sort: undefined }),
    filter: ({ search, retired }) =>
      write({
        ...(search === undefined ? {} : { search }),
        ...(retired === undefined ? {} : { retired: retired ? '1' : undefined }),
      }),
  };
}
