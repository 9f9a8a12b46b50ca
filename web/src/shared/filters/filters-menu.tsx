import { Button, Loader, Menu } from '@mantine/core';
import type { FilterTable } from '@portal/contract/saved-filters/filter-tables';
import { IconFilter, IconPencil, IconShare, IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../dialogs/lazy-dialog.tsx';
import { CallError } from '../ui/feedback.tsx';
import { type SavedFilter, useFilters } from './api.ts';
import type { FilterQuery } from './filter-query.ts';
import { SaveFilterModal } from './save-filter-modal.tsx';

const ShareFiltersModal = lazyDialog(
  async () => (await import('./share-filters-modal.tsx')).ShareFiltersModal,
);

interface FiltersMenuProps {
  table: FilterTable;
  /** The table's query, by the names of its own fields. */
  query: FilterQuery;
  /** Asks for that. Names that the table does not know any more are to be left out. */
  onApply: (query: FilterQuery) => void;
}

/** The filters of a table that the account saved, and those shared with its roles. R-574. */
export function FiltersMenu({ table, query, onApply }: FiltersMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'save' | 'share' | 'keep' | null>(null);
  const saved = useFilters(table, isOpen || dialog !== null);
  const filters = saved.data?.filters ?? [];
  const own = filters.filter(({ mine }) => mine);
  const shared = filters.filter(({ mine }) => !mine);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} stroke={1.8} />}
            // the menu closes on Escape only while the focus is in it
            onKeyDown={({ key }) => {
              if (key === 'Escape') setOpen(false);
            }}
          >
            Filters
          </Button>
        </Menu.Target>
        <Menu.Dropdown
          maw="min(22rem, 90vw)"
          mah="60vh"
          style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}
        >
          {saved.isPending && (
            <Menu.Item disabled leftSection={<Loader size={14} aria-hidden="true" />}>
              Loading…
            </Menu.Item>
          )}
          {saved.error && <CallError error={saved.error} onRetry={() => void saved.refetch()} />}
          <Items label="Own filters" filters={own} onApply={onApply} />
          <Items label="Shared with you" filters={shared} onApply={onApply} />
          {filters.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconStar size={16} stroke={1.8} />}
            onClick={() => setDialog('save')}
          >
            Save this filter
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShare size={16} stroke={1.8} />}
            disabled={own.length === 0}
            onClick={() => setDialog('share')}
          >
            Share with...
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.8} />}
            disabled={own.length === 0}
            onClick={() => setDialog('keep')}
          >
            Rename or remove...
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveFilterModal table={table} query={query} onClose={close} />}
      {(dialog === 'share' || dialog === 'keep') && own.length > 0 && (
        <ShareFiltersModal
          title={dialog === 'share' ? 'Share with...' : 'Rename or remove...'}
          filters={own}
          onClose={close}
        />
      )}
    </>
  );
}

function Items({
  label,
  filters,
  onApply,
}: {
  label: string;
  filters: readonly SavedFilter[];
  onApply: (query: FilterQuery) => void;
}) {
  if (filters.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {filters.map(({ filterId, name, query, mine, by }) => (
        <Menu.Item key={filterId} onClick={() => onApply(query)}>
          <bdi>{name}</bdi>
          {!mine && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </Menu.Item>
      ))}
    </>
  );
}
