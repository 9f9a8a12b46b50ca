import { tableDay, tableDayOf } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import type { InfoCharge } from './api.ts';
import { ChargeRefund } from './charge-refund.tsx';
import classes from './info.module.css';
import { Section } from './section.tsx';

const columns: readonly Column<InfoCharge>[] = [
  {
    id: 'date',
    title: 'Date',
    text: (one) => (one.transactionDate ? tableDayOf(one.transactionDate) : ''),
  },
  {
    id: 'description',
    title: 'Description',
    text: (one) => one.charge_description,
    cell: (one) => <strong>{one.charge_description}</strong>,
  },
  { id: 'amount', title: 'Amount', numeric: true, text: (one) => money(one.amount) },
  {
    id: 'status',
    title: 'Status',
    text: (one) => one.status,
    cell: (one) => (
      <>
        {one.status}
        {one.refundError && (
          <span className={`${classes.wrapped} ${classes.bad}`}>{one.refundError}</span>
        )}
      </>
    ),
  },
  {
    id: 'refunded',
    title: 'Refunded',
    numeric: true,
    text: (one) => (one.refundAmount > 0 ? money(one.refundAmount) : ''),
  },
  {
    id: 'refundDate',
    title: 'Refund date',
    text: (one) => (one.refundDate ? tableDay(one.refundDate) : ''),
  },
  {
    id: 'by',
    title: 'By',
    text: (one) => one.lastChangeBy,
    cell: (one) => <bdi>{one.lastChangeBy}</bdi>,
  },
  {
    id: 'refund',
    title: 'Refund',
    text: () => '',
    // only paid charges, and their refundable rest
    cell: (one) =>
      one.refundable > 0 && one.transactionDate !== null ? <ChargeRefund charge={one} /> : null,
  },
];

/** The student's payments, and their refunds.. */
export function ChargesSection({ charges }: { charges: readonly InfoCharge[] }) {
  return (
    <Section title="Charges" count={charges.length}>
      <PlainTable
        title="Charges"
        hideTitle
        columns={columns}
        rows={charges}
        keyOf={({ id }) => id}
        empty="No charges."
      />
    </Section>
  );
}
