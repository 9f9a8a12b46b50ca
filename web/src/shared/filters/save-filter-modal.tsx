import { Button, Stack, TextInput } from '@mantine/core';
import type { FilterTable } from '@portal/contract/saved-filters/filter-tables';
import { useState } from 'react';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { CallError } from '../ui/feedback.tsx';
import { useSaveFilter } from './api.ts';
import { type FilterQuery, filledIn } from './filter-query.ts';
import { RoleChoice } from './role-choice.tsx';

interface SaveFilterModalProps {
  table: FilterTable;
  query: FilterQuery;
  onClose: () => void;
}

/** Saves the query of a table under a name, for this account or for roles too. */
export function SaveFilterModal({ table, query, onClose }: SaveFilterModalProps) {
  const [name, setName] = useState('');
  const [sharedWith, setSharedWith] = useState<string[]>([]);
  const save = useSaveFilter(onClose);
  return (
    <ModalFrame title="Save this filter" opened onClose={onClose} busy={save.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // the page may have a form around the menu
          event.stopPropagation();
          save.mutate({ table, name, query: filledIn(query), sharedWith });
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            required
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <RoleChoice value={sharedWith} onChange={setSharedWith} />
          <CallError error={save.error} />
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </Stack>
      </form>
    </ModalFrame>
  );
}
