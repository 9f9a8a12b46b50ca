import { t } from '@lingui/core/macro';
import type { TtiPayment } from '@portal/contract/seminary/study';
import { tableDay } from '../shared/format/dates.ts';
import { money } from '../shared/format/money.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';

const columns: readonly Column<TtiPayment>[] = [
  { id: 'date', title: t`Date`, text: ({ AddDate }) => tableDay(AddDate) },
  { id: 'amount', title: t`Amount`, numeric: true, text: ({ Amount }) => money(Amount) },
  { id: 'gateway', title: t`Gateway`, text: ({ PaymentGateway }) => PaymentGateway },
  {
    id: 'method',
    title: t`Method`,
    text: ({ PaymentMethodType }) => (PaymentMethodType === 'ACH' ? t`Bank account` : t`Card`),
  },
];

/** The payments of a programme, and their refunds. */
export const PaymentsTable = ({ payments }: { payments: readonly TtiPayment[] }) => (
  <PlainTable
    title={t`Payments`}
    columns={columns}
    rows={payments.map((one, at) => ({ ...one, at }))}
    keyOf={({ StudentPaymentId, Amount }) => `${StudentPaymentId} ${Amount}`}
    empty={t`No payments found for student.`}
  />
);
