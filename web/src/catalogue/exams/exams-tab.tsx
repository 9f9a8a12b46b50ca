import { Text } from '@mantine/core';
import { can } from '@portal/access/can';
import { VendorTile } from '../../shared/exams/vendor-tile.tsx';
import { money } from '../../shared/format/money.ts';
import { readSession } from '../../shared/session/session.ts';
import type { Column } from '../../shared/table/table-props.ts';
import { type OfficeExam, saveExamCall, useItems } from '../api.ts';
import classes from '../catalogue.module.css';
import { ItemActions } from '../item-actions.tsx';
import { KeptModal } from '../kept-modal.tsx';
import { OfferedBadge, offeredText } from '../offered-badge.tsx';
import { PartTable } from '../part-table.tsx';
import { PreviewModal } from '../preview/preview-modal.tsx';
import { RetireModal } from '../retire-modal.tsx';
import type { TabProps } from '../tab-props.ts';
import { ExamFields } from './exam-fields.tsx';
import { emptyExam, examInput, isComplete, valuesOf } from './exam-form.ts';
import { inWords, type Names } from './exam-words.ts';

const columns: readonly Column<OfficeExam>[] = [
  {
    id: 'subject',
    title: 'Exam',
    sortable: true,
    text: ({ subject }) => subject,
    cell: ({ subject }) => (
      <span className={classes.words}>
        <bdi>{subject}</bdi>
      </span>
    ),
  },
  {
    id: 'code',
    title: 'Code',
    sortable: true,
    text: ({ secularNumber }) => secularNumber,
    cell: ({ secularNumber }) => <bdi className={classes.code}>{secularNumber}</bdi>,
  },
  {
    id: 'vendor',
    title: 'Vendor',
    sortable: true,
    text: ({ vendor_name }) => vendor_name,
    cell: (exam) => <VendorTile vendorId={exam.vendorId} vendorName={exam.vendor_name} small />,
  },
  {
    id: 'credits',
    title: 'Credits',
    numeric: true,
    sortable: true,
    text: ({ credits }) => String(credits),
  },
  {
    id: 'minutes',
    title: 'Minutes',
    numeric: true,
    sortable: true,
    text: ({ durationMinutes }) => String(durationMinutes),
  },
  {
    id: 'how',
    title: 'Taken',
    text: ({ onlineOnly, paperOnly, contentCode }) =>
      onlineOnly ? 'Online' : paperOnly || contentCode === null ? 'Paper' : 'Paper or online',
  },
  {
    id: 'charge',
    title: 'Extra charge',
    numeric: true,
    text: ({ additionalCharge }) => (additionalCharge > 0 ? money(additionalCharge) : ''),
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

/** The vendors named by the exams, for staff who may not read the list of vendors. */
const vendorsOf = (exams: readonly OfficeExam[]): Names['vendors'] => [
  ...new Map(
    exams.map(({ vendorId: id, vendor_name: name }) => [id, { id, name }] as const),
  ).values(),
];

/** The exams of all vendors. */
export function ExamsTab({ search, retired, mayEdit, opened, onOpened }: TabProps<OfficeExam>) {
  const exams = useItems('exams', { retired, search });
  const all = useItems('exams', { retired: true, enabled: opened !== null });
  const seesVendors = can(readSession(), 'office_price.list');
  const vendors = useItems('vendors', { enabled: opened !== null && seesVendors });
  const names: Names = {
    vendors: vendors.items ?? vendorsOf(all.items ?? []),
    exams: all.items ?? [],
  };
  const close = () => onOpened(null);
  const item = opened?.what === 'edit' ? opened.item : null;
  return (
    <>
      <PartTable
        hasFile
        name="exams"
        columns={columns}
        items={exams.items}
        refreshing={exams.isFetching}
        error={exams.error}
        onRetry={() => void exams.refetch()}
        keyOf={({ id }) => id}
        nameOf={({ subject }) => subject}
        actions={(exam) => (
          <ItemActions
            name={exam.subject}
            item={exam}
            mayEdit={mayEdit}
            hasPreview
            onOpened={onOpened}
          />
        )}
      />
      {(opened?.what === 'add' || opened?.what === 'edit') && (
        <KeptModal
          item={item}
          part="exams"
          noun="exam"
          nameOf={({ subject }) => subject}
          empty={emptyExam}
          valuesOf={valuesOf}
          isComplete={isComplete}
          inWords={(values) => inWords(values, names)}
          call={saveExamCall}
          inputOf={examInput}
          mayEdit={mayEdit}
          onClose={close}
          fields={(form) => <ExamFields {...form} id={item?.id ?? null} names={names} />}
          note={item && item.inUse > 0 && <InUse count={item.inUse} />}
        />
      )}
      {opened?.what === 'preview' && (
        <PreviewModal what="exam" id={opened.item.id} name={opened.item.subject} onClose={close} />
      )}
      {opened?.what === 'retire' && (
        <RetireModal part="exams" item={opened.item} name={opened.item.subject} onClose={close} />
      )}
    </>
  );
}

const InUse = ({ count }: { count: number }) => (
  <Text c="dimmed" mt="sm">
    {`${count} ${count === 1 ? 'student is' : 'students are'} registered: ` +
      'credits, minutes and vendor stay.'}
  </Text>
);
