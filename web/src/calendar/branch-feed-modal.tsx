import { useState } from 'react';
import { FeedModal } from '../shared/calendar-feed/feed-modal.tsx';
import { SearchSelect } from '../shared/forms/search-select.tsx';
import { useLocations } from './api.ts';

/** OM-20 of the office: the feed of a branch, for the own account. */
export function BranchFeedModal({ branch, onClose }: { branch?: string; onClose: () => void }) {
  const [chosen, setChosen] = useState(branch ?? null);
  const locations = useLocations();
  return (
    <FeedModal opened onClose={onClose} locationId={chosen === null ? null : Number(chosen)}>
      <SearchSelect
        label="Branch"
        placeholder="Choose a branch"
        data={(locations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={setChosen}
        allowDeselect={false}
      />
    </FeedModal>
  );
}
