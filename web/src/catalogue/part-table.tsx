import type { ReactNode } from 'react';
import { BlockTable } from '../shared/table/block-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';

const PAGE_SIZE = 200;

interface PartTableProps<Item> {
  /** In the plural: 'exams'. */
  name: string;
  columns: readonly Column<Item>[];
  items: readonly Item[] | undefined;
  refreshing: boolean;
  error: Error | null;
  onRetry: () => void;
  keyOf: (item: Item) => number;
  nameOf: (item: Item) => string;
  /** Buttons at the end of a row. */
  actions?: ((item: Item) => ReactNode) | undefined;
  /** The page gives it as a file, so the table does not. */
  hasFile?: boolean;
}

/** The items of a catalogue section, each with its actions. */
export function PartTable<Item>({
  items,
  columns,
  keyOf,
  nameOf,
  hasFile = false,
  ...rest
}: PartTableProps<Item>) {
  const [state, setState] = useTableState();
  const sorted = items && sortedBy(items, columns, state);
  return (
    <BlockTable
      columns={columns}
      rows={sorted?.slice((state.page - 1) * PAGE_SIZE, state.page * PAGE_SIZE)}
      total={sorted?.length ?? 0}
      pageSize={PAGE_SIZE}
      keyOf={keyOf}
      nameOf={nameOf}
      state={state}
      onState={setState}
      empty="No results found."
      {...(hasFile ? {} : { readAll: async () => sorted ?? [] })}
      {...rest}
    />
  );
}

/** In the order of a column; numbers by their size. */
function sortedBy<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  { sort, descending }: { sort: string | null; descending: boolean },
): readonly Item[] {
  const column = columns.find(({ id, sortable }) => sortable && id === sort);
  if (!column) return items;
  const order = [...items].sort((a, b) =>
    column.text(a).localeCompare(column.text(b), 'en', { numeric: true }),
  );
  return descending ? order.reverse() : order;
}
