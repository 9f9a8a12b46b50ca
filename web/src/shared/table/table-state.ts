import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** The state of a table's rows, stored in the address. */
export interface TableState {
  /** From 1. */
  page: number;
  /** Id of the column; null: as the server sorts. */
  sort: string | null;
  descending: boolean;
}

/** Page and order of a table, kept in the address as `?page=2&sort=-dob`. */
export function useTableState(): [TableState, (change: Partial<TableState>) => void] {
  const [search, setSearch] = useSearchParams();
  const { state: kept } = useLocation();
  const sort = search.get('sort');
  const page = Number(search.get('page') ?? 1);
  const state: TableState = {
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
    sort: sort?.replace(/^-/, '') || null,
    descending: sort?.startsWith('-') ?? false,
  };
  const change = (changed: Partial<TableState>) => {
    const next = { ...state, ...changed };
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('page');
        after.delete('sort');
        if (next.page > 1) after.set('page', String(next.page));
        if (next.sort) after.set('sort', (next.descending ? '-' : '') + next.sort);
        return after;
      },
      { replace: true, state: kept },
    );
  };
  return [state, change];
}

const chosenKey = (table: string): string => `columns of ${table}`;

/** The columns that a person hides from a table, kept in this browser. */
export function useHiddenColumns(
  table: string,
  atFirst: readonly string[],
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const kept = readKept(chosenKey(table));
    return new Set(kept ?? atFirst);
  });
  const choose = (next: ReadonlySet<string>) => {
    setHidden(next);
    try {
      localStorage.setItem(chosenKey(table), JSON.stringify([...next]));
    } catch {} // a browser that keeps nothing
  };
  return [hidden, choose];
}

function readKept(key: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : null;
  } catch {
    return null;
  }
}
