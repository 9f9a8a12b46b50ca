import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { Column } from './table-props.ts';
import type { TableState } from './table-state.ts';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  state: TableState;
  onState: (change: Partial<TableState>) => void;
  opens: boolean;
  acts: boolean;
}

/** The heads of the columns; those that the server can sort by are buttons. */
export function TableHead<Row>({ columns, state, onState, opens, acts }: TableHeadProps<Row>) {
  const orderOf = (id: string) =>
    state.sort === id ? (state.descending ? 'descending' : 'ascending') : 'none';
  const sortBy = (id: string) =>
    onState({ sort: id, descending: state.sort === id && !state.descending, page: 1 });
  return (
    <thead>
      <tr aria-rowindex={1}>
        {opens && (
          <td className={classes.opener}>
            <VisuallyHidden>Open</VisuallyHidden>
          </td>
        )}
        {columns.map(({ id, title, sortable, numeric }) => (
          <th
            key={id}
            scope="col"
            data-numeric={numeric || undefined}
            {...(sortable ? { 'aria-sort': orderOf(id) } : {})}
          >
            {sortable ? (
              <button type="button" className={classes.sort} onClick={() => sortBy(id)}>
                {title}
                <SortIcon order={orderOf(id)} />
              </button>
            ) : (
              title
            )}
          </th>
        ))}
        {acts && (
          <td className={classes.actions}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </td>
        )}
      </tr>
    </thead>
  );
}

function SortIcon({ order }: { order: 'none' | 'ascending' | 'descending' }) {
  const Icon = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[order];
  return (
    <Icon size={14} stroke={1.8} aria-hidden="true" data-idle={order === 'none' || undefined} />
  );
}
