import { Stack, TextInput } from '@mantine/core';
import type { Column } from '../../shared/table/table-props.ts';
import { type OfficeVendor, saveVendorCall, useItems } from '../api.ts';
import { ItemActions } from '../item-actions.tsx';
import { KeptModal } from '../kept-modal.tsx';
import { OfferedBadge, offeredText } from '../offered-badge.tsx';
import { PartTable } from '../part-table.tsx';
import { RetireModal } from '../retire-modal.tsx';
import type { TabProps } from '../tab-props.ts';

interface VendorValues {
  name: string;
  fullname: string;
}

const columns: readonly Column<OfficeVendor>[] = [
  {
    id: 'name',
    title: 'Vendor',
    sortable: true,
    text: ({ name }) => name,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'fullname',
    title: 'Full name',
    sortable: true,
    text: ({ fullname }) => fullname,
    cell: ({ fullname }) => <bdi>{fullname}</bdi>,
  },
  { id: 'inUse', title: 'Exams', numeric: true, text: ({ inUse }) => String(inUse) },
  {
    id: 'state',
    title: 'State',
    text: ({ active }) => offeredText(active),
    cell: ({ active }) => <OfferedBadge active={active} />,
  },
];

/** Whose exams they are. */
export function VendorsTab({ search, retired, mayEdit, opened, onOpened }: TabProps<OfficeVendor>) {
  const vendors = useItems('vendors', { retired, search });
  const close = () => onOpened(null);
  const isForm = opened?.what === 'add' || opened?.what === 'edit';
  return (
    <>
      <PartTable
        name="vendors"
        columns={columns}
        items={vendors.items}
        refreshing={vendors.isFetching}
        error={vendors.error}
        onRetry={() => void vendors.refetch()}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(vendor) => (
          <ItemActions name={vendor.name} item={vendor} mayEdit={mayEdit} onOpened={onOpened} />
        )}
      />
      {isForm && (
        <KeptModal
          item={opened.what === 'edit' ? opened.item : null}
          part="vendors"
          noun="vendor"
          nameOf={({ name }: OfficeVendor) => name}
          empty={{ name: '', fullname: '' }}
          valuesOf={({ name, fullname }): VendorValues => ({ name, fullname })}
          isComplete={({ name, fullname }) => name.trim() !== '' && fullname.trim() !== ''}
          inWords={({ name, fullname }) => [
            ['name', 'Name', name],
            ['fullname', 'Full name', fullname],
          ]}
          call={saveVendorCall}
          inputOf={({ name, fullname }, seen) => ({
            ...(seen ? { id: seen.id } : {}),
            name: name.trim(),
            fullname: fullname.trim(),
          })}
          mayEdit={mayEdit}
          onClose={close}
          fields={({ values, errorAt, onChange }) => (
            <Stack gap="sm">
              <TextInput
                label="Name"
                description="As on its tile: TAL"
                withAsterisk
                data-autofocus
                maxLength={30}
                value={values.name}
                error={errorAt('name')}
                onChange={(event) => onChange({ name: event.currentTarget.value })}
              />
              <TextInput
                label="Full name"
                withAsterisk
                maxLength={100}
                value={values.fullname}
                error={errorAt('fullname')}
                onChange={(event) => onChange({ fullname: event.currentTarget.value })}
              />
            </Stack>
          )}
        />
      )}
      {opened?.what === 'retire' && (
        <RetireModal part="vendors" item={opened.item} name={opened.item.name} onClose={close} />
      )}
    </>
  );
}
