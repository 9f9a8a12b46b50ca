import type { Column } from '../../shared/table/table-props.ts';
import { type OfficeLocation, saveLocationCall, useItems } from '../api.ts';
import { ItemActions } from '../item-actions.tsx';
import { KeptModal } from '../kept-modal.tsx';
import { OfferedBadge, offeredText } from '../offered-badge.tsx';
import { PartTable } from '../part-table.tsx';
import { RetireModal } from '../retire-modal.tsx';
import type { TabProps } from '../tab-props.ts';
import { LocationFields } from './location-fields.tsx';
import {
  emptyLocation,
  inWords,
  isComplete,
  locationInput,
  roomsText,
  valuesOf,
} from './location-form.ts';

const columns: readonly Column<OfficeLocation>[] = [
  {
    id: 'name',
    title: 'Branch',
    sortable: true,
    text: ({ name }) => name,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'address',
    title: 'Address',
    text: ({ address, city }) => [address, city].filter(Boolean).join(', '),
    cell: ({ address, city }) => <bdi>{[address, city].filter(Boolean).join(', ')}</bdi>,
  },
  { id: 'rooms', title: 'Rooms', text: ({ rooms }) => roomsText(rooms) },
  {
    id: 'who',
    title: 'Booked by',
    text: ({ adminOnly, byAppointment }) =>
      adminOnly ? 'The office' : byAppointment ? 'Appointment' : 'Students',
  },
  {
    id: 'inUse',
    title: 'Coming sessions',
    numeric: true,
    sortable: true,
    text: ({ inUse }) => String(inUse),
  },
  {
    id: 'state',
    title: 'State',
    text: ({ active }) => offeredText(active),
    cell: ({ active }) => <OfferedBadge active={active} />,
  },
];

/** Branches with their rooms. */
export function LocationsTab({
  search,
  retired,
  mayEdit,
  opened,
  onOpened,
}: TabProps<OfficeLocation>) {
  const locations = useItems('locations', { retired, search });
  const close = () => onOpened(null);
  const isForm = opened?.what === 'add' || opened?.what === 'edit';
  return (
    <>
      <PartTable
        name="locations"
        columns={columns}
        items={locations.items}
        refreshing={locations.isFetching}
        error={locations.error}
        onRetry={() => void locations.refetch()}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(location) => (
          <ItemActions name={location.name} item={location} mayEdit={mayEdit} onOpened={onOpened} />
        )}
      />
      {isForm && (
        <KeptModal
          item={opened.what === 'edit' ? opened.item : null}
          part="locations"
          noun="location"
          nameOf={({ name }: OfficeLocation) => name}
          empty={emptyLocation}
          valuesOf={valuesOf}
          isComplete={isComplete}
          inWords={inWords}
          call={saveLocationCall}
          inputOf={locationInput}
          mayEdit={mayEdit}
          onClose={close}
          fields={(form) => <LocationFields {...form} />}
        />
      )}
      {opened?.what === 'retire' && (
        <RetireModal part="locations" item={opened.item} name={opened.item.name} onClose={close} />
      )}
    </>
  );
}
