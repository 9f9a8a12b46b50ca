import type { TtiPayment } from '@portal/contract/seminary/study';
import { tableDay } from '../shared/format/dates.ts';
import { money } from '../shared/format/money.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';

const columns: readonly Column<TtiPayment>[] = [
  { id: 'date', title: 'Date', text: ({ AddDate }) => tableDay(AddDate) },
  { id: 'amount', title: 'Amount', numeric: true, text: ({ Amount }) => money(Amount) },
  { id: 'gateway', title: 'Gateway', text: ({ PaymentGateway }) => PaymentGateway },
  {
    id: 'method',
    title: 'Method',
    text: ({ PaymentMethodType }) => (PaymentMethodType === 'ACH' ? 'Bank account' : 'Card'),
  },
];

/** What was paid for a programme, and given back. */
export const PaymentsTable = ({ payments }: { payments: readonly TtiPayment[] }) => (
  <PlainTable
    title="Payments"
    columns={columns}
    rows={payments.map((one, at) => ({ ...one, at }))}
    keyOf={({ StudentPaymentId, Amount }) => `${StudentPaymentId} ${Amount}`}
    empty="No payments found for student."
  />
);
