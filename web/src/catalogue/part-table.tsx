import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArchive,
  IconArchiveOff,
  IconEye,
  IconListDetails,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import { PHONE } from '../shared/dialogs/modal-frame.tsx';
import { DataTable } from '../shared/table/data-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { asBlocks } from './as-blocks.tsx';

const PAGE_SIZE = 200;

interface Kept {
  id: number;
  active: boolean;
}

interface PartTableProps<Item extends Kept> {
  /** In the plural: 'exams'. */
  name: string;
  columns: readonly Column<Item>[];
  items: readonly Item[] | undefined;
  refreshing: boolean;
  error: Error | null;
  onRetry: () => void;
  nameOf: (item: Item) => string;
  mayEdit: boolean;
  onOpen: (item: Item) => void;
  onRetire?: ((item: Item) => void) | undefined;
  onPreview?: ((item: Item) => void) | undefined;
}

/** The things of a part of the catalogue, each with what may be done about it. */
export function PartTable<Item extends Kept>({
  items,
  columns,
  nameOf,
  mayEdit,
  onOpen,
  onRetire,
  onPreview,
  ...rest
}: PartTableProps<Item>) {
  const [state, setState] = useTableState();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const sorted = items && sortedBy(items, columns, state);
  return (
    <DataTable
      key={isPhone ? 'phone' : 'desk'}
      columns={isPhone ? asBlocks(columns) : columns}
      rows={sorted?.slice((state.page - 1) * PAGE_SIZE, state.page * PAGE_SIZE)}
      total={sorted?.length ?? 0}
      pageSize={PAGE_SIZE}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      state={state}
      onState={setState}
      empty="No results found."
      readAll={async () => sorted ?? []}
      actions={(item) => (
        <>
          {onPreview && (
            <RowButton
              label="Preview as student"
              of={nameOf(item)}
              icon={IconEye}
              onClick={() => onPreview(item)}
            />
          )}
          <RowButton
            label={mayEdit ? 'Edit' : 'Details'}
            of={nameOf(item)}
            icon={mayEdit ? IconPencil : IconListDetails}
            onClick={() => onOpen(item)}
          />
          {mayEdit && onRetire && (
            <RowButton
              label={item.active ? 'Retire' : 'Bring back'}
              of={nameOf(item)}
              icon={item.active ? IconArchive : IconArchiveOff}
              onClick={() => onRetire(item)}
            />
          )}
        </>
      )}
      {...rest}
    />
  );
}

interface RowButtonProps {
  label: string;
  of: string;
  icon: TablerIcon;
  onClick: () => void;
}

const RowButton = ({ label, of, icon: Icon, onClick }: RowButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={`${label} ${of}`} onClick={onClick}>
      <Icon size={18} stroke={1.8} />
    </ActionIcon>
  </Tooltip>
);

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
