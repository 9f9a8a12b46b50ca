import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { ConfirmInPlace } from '../ui/confirm-in-place.tsx';
import { CallError } from '../ui/feedback.tsx';
import { type SavedFilter, useSaveFilter } from './api.ts';
import { RoleChoice } from './role-choice.tsx';

interface ShareFiltersModalProps {
  /** The filters of the dialog; the account may change all of them. */
  title: string;
  /** The own ones, at least one. */
  filters: readonly SavedFilter[];
  onClose: () => void;
}

/** Shares one of the account's filters with roles, renames it, or removes it. */
export function ShareFiltersModal({ title, filters, onClose }: ShareFiltersModalProps) {
  const [chosen, setChosen] = useState(String(filters[0]?.filterId ?? ''));
  const filter = filters.find(({ filterId }) => String(filterId) === chosen);
  return (
    <ModalFrame title={title} opened onClose={onClose}>
      <Stack>
        {filters.length > 1 && (
          <Select
            label="Filter"
            data={filters.map(({ filterId, name }) => ({ value: String(filterId), label: name }))}
            value={chosen}
            onChange={(value) => value !== null && setChosen(value)}
            allowDeselect={false}
          />
        )}
        {filter ? (
          <FilterForm key={filter.filterId} filter={filter} onDone={onClose} />
        ) : (
          <Text>This filter was removed.</Text>
        )}
      </Stack>
    </ModalFrame>
  );
}

/** Returns a sentence about the roles that lose a removed filter. */
const removalText = ({ sharedWith }: SavedFilter): string =>
  sharedWith.length === 0
    ? 'Remove this filter? It cannot be brought back.'
    : 'Remove this filter? ' +
      (sharedWith.length === 1
        ? '1 role that has it loses'
        : `${sharedWith.length} roles that have it lose`) +
      ' it, too. It cannot be brought back.';

function FilterForm({ filter, onDone }: { filter: SavedFilter; onDone: () => void }) {
  const { filterId, query } = filter;
  const table = filter.table as Parameters<ReturnType<typeof useSaveFilter>['mutate']>[0]['table'];
  const [name, setName] = useState(filter.name);
  const [sharedWith, setSharedWith] = useState(filter.sharedWith);
  const save = useSaveFilter(onDone);
  const [asksToRemove, setAsksToRemove] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // the page may have a form around the menu
        save.mutate({ filterId, table, name, query, sharedWith });
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <RoleChoice value={sharedWith} onChange={setSharedWith} />
        <CallError error={save.error} />
        {asksToRemove ? (
          <ConfirmInPlace
            question={removalText(filter)}
            keep="Keep filter"
            confirm="Remove filter"
            isPending={save.isPending}
            onKeep={() => setAsksToRemove(false)}
            onConfirm={() => save.mutate({ filterId, table, remove: true })}
          />
        ) : (
          <Group justify="space-between">
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => setAsksToRemove(true)}
            >
              Remove
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
