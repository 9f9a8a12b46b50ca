import { Anchor } from '@mantine/core';
import type { CallAnswer, CallInput } from '@portal/contract/call';
import type { getMoneyEntries } from '@portal/contract/overview/overview';
import { Link, useSearchParams } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { clockText, dayText, tableDayOf } from '../shared/format/dates.ts';
import { money } from '../shared/format/money.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { BlockTable } from '../shared/table/block-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { overviewAbove, spanText } from './rows-behind.ts';

type Row = CallAnswer<typeof getMoneyEntries>['rows'][number];
const PAGE = 50;

const kinds: Readonly<Record<Row['kind'], string>> = {
  capture: 'Captured',
  refund: 'Refunded',
  void: 'Refunded before it was settled',
};
const titles = { captured: 'Payments captured', refunded: 'Payments refunded' } as const;

/** Returns 'Retake fee' for 'retake_fee:17', which also names the charged item. */
function purposeText(purpose: string): string {
  const words = (purpose.split(':')[0] ?? '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the payer's name, or the id when the name is unavailable; empty without either. */
function payerText({ student_id, schoolId, payer }: Row): string {
  if (payer !== null) return payer;
  if (student_id !== null) return `Student ${student_id}`;
  return schoolId === null ? '' : `School ${schoolId}`;
}

const columns: readonly Column<Row>[] = [
  { id: 'day', title: 'Day', text: ({ at }) => tableDayOf(at) },
  { id: 'time', title: 'Time', text: ({ at }) => clockText(at) },
  { id: 'kind', title: 'Kind', text: ({ kind }) => kinds[kind] },
  { id: 'purpose', title: 'For', text: ({ purpose }) => purposeText(purpose) },
  {
    id: 'payer',
    title: 'Of',
    text: payerText,
    cell: (row) => {
      const { student_id, schoolId } = row;
      if (student_id === null && schoolId === null) return <bdi>{payerText(row)}</bdi>;
      return (
        <Anchor
          component={Link}
          to={
            student_id === null
              ? `/admin/school-account?school=${schoolId}`
              : `/admin/studentinfo/${student_id}`
          }
        >
          <bdi>{payerText(row)}</bdi>
        </Anchor>
      );
    },
  },
  { id: 'invoice', title: 'Invoice', text: ({ invoiceNumber }) => invoiceNumber },
  { id: 'amount', title: 'Amount', numeric: true, text: ({ amount }) => money(amount) },
];

/** Card payments and refunds of some days, as the address says. R-571. */
export function MoneyEntriesPage() {
  const [address] = useSearchParams();
  const [state, setState] = useTableState();
  const sent = address.get('kind');
  const kind = sent === 'captured' || sent === 'refunded' ? sent : undefined;
  const request = {
    from: address.get('from') ?? '',
    to: address.get('to') ?? '',
    ...(kind ? { kind } : {}),
    page: state.page,
    pageSize: PAGE,
  } as CallInput<typeof getMoneyEntries>;
  const answer = useAnswer(api.getMoneyEntries, request, { keepOld: true });
  const { data } = answer;
  return (
    <StaffPage
      title={kind ? titles[kind] : 'Payments and refunds'}
      above={overviewAbove}
      actions={<AddressFilters table="money-entries" names={['from', 'to', 'kind']} />}
    >
      <p>
        {spanText(address, dayText)}
        {data && `: ${money(data.sum)} in all`}
      </p>
      <BlockTable
        name="money entries"
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        pageSize={PAGE}
        keyOf={({ entryId }) => entryId}
        nameOf={({ invoiceNumber, amount }) => `${invoiceNumber}, ${money(amount)}`}
        state={state}
        onState={setState}
        refreshing={answer.isFetching}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        empty="No payments in this time."
      />
    </StaffPage>
  );
}
