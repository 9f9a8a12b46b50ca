import { money } from '../../shared/format/money.ts';
import type { Column } from '../../shared/table/table-props.ts';
import { type OfficePackage, savePackageCall, useItems } from '../api.ts';
import { ItemActions } from '../item-actions.tsx';
import { KeptModal } from '../kept-modal.tsx';
import { OfferedBadge, offeredText } from '../offered-badge.tsx';
import { PartTable } from '../part-table.tsx';
import { PreviewModal } from '../preview/preview-modal.tsx';
import { RetireModal } from '../retire-modal.tsx';
import type { TabProps } from '../tab-props.ts';
import { PackageFields } from './package-fields.tsx';
import { emptyPackage, isComplete, packageInput, valuesOf } from './package-form.ts';
import { inWords, vendorsText } from './package-words.ts';

const columns: readonly Column<OfficePackage>[] = [
  {
    id: 'name',
    title: 'Package',
    sortable: true,
    text: ({ display_name }) => display_name,
    cell: ({ display_name }) => <bdi>{display_name}</bdi>,
  },
  {
    id: 'credits',
    title: 'Credits',
    numeric: true,
    sortable: true,
    text: ({ number_of_credits }) => String(number_of_credits),
  },
  {
    id: 'price',
    title: 'Price',
    numeric: true,
    sortable: true,
    text: ({ purchase_price }) => money(purchase_price),
  },
  {
    id: 'fee',
    title: 'Proctor fee',
    numeric: true,
    text: ({ proctor_fee_price }) => money(proctor_fee_price),
  },
  { id: 'vendors', title: 'Vendors', text: ({ vendors_allowed }) => vendorsText(vendors_allowed) },
  {
    id: 'kind',
    title: 'Sold',
    text: ({ admin_only, is_default }) =>
      `${admin_only ? 'By the office' : 'To students'}${is_default ? ', default' : ''}`,
  },
  {
    id: 'inUse',
    title: 'So far',
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

/** The packages for sale. */
export function PackagesTab({
  search,
  retired,
  mayEdit,
  opened,
  onOpened,
}: TabProps<OfficePackage>) {
  const packages = useItems('packages', { retired, search });
  const { items: exams = [] } = useItems('exams', { retired: true, enabled: opened !== null });
  const close = () => onOpened(null);
  const isForm = opened?.what === 'add' || opened?.what === 'edit';
  const item = opened?.what === 'edit' ? opened.item : null;
  return (
    <>
      <PartTable
        name="packages"
        columns={columns}
        items={packages.items}
        refreshing={packages.isFetching}
        error={packages.error}
        onRetry={() => void packages.refetch()}
        keyOf={({ id }) => id}
        nameOf={({ display_name }) => display_name}
        actions={(pack) => (
          <ItemActions
            name={pack.display_name}
            item={pack}
            mayEdit={mayEdit}
            hasPreview
            onOpened={onOpened}
          />
        )}
      />
      {isForm && (
        <KeptModal
          item={item}
          part="packages"
          noun="package"
          nameOf={({ display_name }) => display_name}
          empty={emptyPackage}
          valuesOf={valuesOf}
          isComplete={isComplete}
          inWords={(values) => inWords(values, exams)}
          call={savePackageCall}
          inputOf={packageInput}
          mayEdit={mayEdit}
          onClose={close}
          fields={(form) => <PackageFields {...form} isNew={item === null} exams={exams} />}
        />
      )}
      {opened?.what === 'preview' && (
        <PreviewModal
          what="package"
          id={opened.item.id}
          name={opened.item.display_name}
          onClose={close}
        />
      )}
      {opened?.what === 'retire' && (
        <RetireModal
          part="packages"
          item={opened.item}
          name={opened.item.display_name}
          onClose={close}
        />
      )}
    </>
  );
}
