import { Anchor } from '@mantine/core';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { materialKinds } from '../../shared/exams/material-kinds.ts';
import { tableDay } from '../../shared/format/dates.ts';
import type { Column } from '../../shared/table/table-props.ts';
import { type OfficeMaterial, useItems } from '../api.ts';
import classes from '../catalogue.module.css';
import { Facts } from '../facts.tsx';
import { ItemActions } from '../item-actions.tsx';
import { OfferedBadge, offeredText } from '../offered-badge.tsx';
import { PartTable } from '../part-table.tsx';
import { RetireModal } from '../retire-modal.tsx';
import type { TabProps } from '../tab-props.ts';
import { MaterialModal } from './material-modal.tsx';
import { inWords, sourceText } from './material-words.ts';

const columns: readonly Column<OfficeMaterial>[] = [
  {
    id: 'title',
    title: 'Material',
    sortable: true,
    text: ({ displayTitle }) => displayTitle,
    cell: ({ id, displayTitle }) => (
      <span className={classes.words}>
        <Anchor href={`/study-material/${id}`} target="_blank" rel="noreferrer">
          <bdi>{displayTitle}</bdi>
        </Anchor>
      </span>
    ),
  },
  {
    id: 'exam',
    title: 'Exam',
    sortable: true,
    text: ({ subject, secularNumber }) => `${subject} (${secularNumber})`,
    cell: ({ subject, secularNumber }) => (
      <span className={classes.words}>
        <bdi>{`${subject} (${secularNumber})`}</bdi>
      </span>
    ),
  },
  {
    id: 'kind',
    title: 'Kind',
    sortable: true,
    text: ({ fileType }) => materialKinds[fileType],
  },
  { id: 'source', title: 'From', sortable: true, text: sourceText },
  {
    id: 'updated',
    title: 'Last update',
    text: ({ lastUpdatedDate }) => (lastUpdatedDate === null ? '' : tableDay(lastUpdatedDate)),
  },
  {
    id: 'inUse',
    title: 'Registered',
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

/** Study materials of all exams; those that come from a vendor are only read. */
export function MaterialsTab({
  search,
  retired,
  mayEdit,
  opened,
  onOpened,
}: TabProps<OfficeMaterial>) {
  const materials = useItems('materials', { retired, search });
  const close = () => onOpened(null);
  const mayChange = (material: OfficeMaterial) => mayEdit && !material.fetched;
  const seen = opened?.what === 'edit' && !mayChange(opened.item) ? opened.item : null;
  return (
    <>
      <PartTable
        name="materials"
        columns={columns}
        items={materials.items}
        refreshing={materials.isFetching}
        error={materials.error}
        onRetry={() => void materials.refetch()}
        keyOf={({ id }) => id}
        nameOf={({ displayTitle, subject }) => `${displayTitle} of ${subject}`}
        actions={(material) => (
          <ItemActions
            name={`${material.displayTitle} of ${material.subject}`}
            item={material}
            mayEdit={mayChange(material)}
            onOpened={onOpened}
          />
        )}
      />
      {seen && (
        <ModalFrame title={seen.displayTitle} opened onClose={close} width={640}>
          <Facts facts={inWords(seen)} change={seen} />
        </ModalFrame>
      )}
      {(opened?.what === 'add' || (opened?.what === 'edit' && !seen)) && (
        <MaterialModal item={opened.what === 'edit' ? opened.item : null} onClose={close} />
      )}
      {opened?.what === 'retire' && (
        <RetireModal
          part="materials"
          item={opened.item}
          name={opened.item.displayTitle}
          onClose={close}
        />
      )}
    </>
  );
}
