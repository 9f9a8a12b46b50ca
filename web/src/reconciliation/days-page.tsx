import { Anchor, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { tableDay, tableDayOf } from '../shared/format/dates.ts';
import { money } from '../shared/format/money.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { CallError, RowSkeletons } from '../shared/ui/feedback.tsx';
import { type SettledDay, useSettledDays } from './api.ts';
import { CompareButton } from './compare-button.tsx';
import classes from './reconciliation.module.css';
import { DayBadge } from './state-badge.tsx';
import { countText, stateTexts } from './words.ts';

const SPANS = ['14', '31', '92'];
export const dayPath = ({ date, account }: Pick<SettledDay, 'date' | 'account'>): string =>
  `/admin/payments/${date}/${account}`;

/** Returns both numbers; empty for a day that has not been compared. */
const sides = ({ lastRun }: SettledDay, there: number, here: number): string =>
  lastRun === null ? '' : `${money(there)} / ${money(here)}`;

const columnsWith = (onError: (error: Error | null) => void): readonly Column<SettledDay>[] => [
  {
    id: 'date',
    title: 'Day',
    text: ({ date, account }) => `${tableDay(date)} ${account}`,
    cell: (day) => (
      <Anchor component={Link} to={dayPath(day)}>
        {tableDay(day.date)} {day.account}
      </Anchor>
    ),
  },
  {
    id: 'state',
    title: 'State',
    text: ({ state }) => stateTexts[state],
    cell: ({ state }) => (
      <span className={classes.badge}>
        <DayBadge state={state} />
      </span>
    ),
  },
  {
    id: 'charges',
    title: 'Charges there / here',
    numeric: true,
    text: (day) => sides(day, day.charges, day.chargesHere),
  },
  {
    id: 'refunds',
    title: 'Refunds there / here',
    numeric: true,
    text: (day) => sides(day, day.refunds, day.refundsHere),
  },
  {
    id: 'matched',
    title: 'Matched',
    numeric: true,
    text: ({ lastRun, matched }) => (lastRun === null ? '' : String(matched)),
  },
  { id: 'differences', title: 'Differences', numeric: true, text: countText },
  {
    id: 'lastRun',
    title: 'Last compared',
    text: ({ lastRun }) => (lastRun ? tableDayOf(lastRun) : ''),
  },
  {
    id: 'compare',
    title: 'Compare',
    text: ({ state }) => (state === 'signed' ? '' : 'Compare now'),
    cell: (day) => (
      <CompareButton
        day={day}
        label={`Compare now: ${tableDay(day.date)} ${day.account}`}
        onError={onError}
      />
    ),
  },
];

/** O-10: the card processor's settled days beside the ledger. */
export function SettledDaysPage() {
  const [span, setSpan] = useState('14');
  const [failed, setFailed] = useState<Error | null>(null);
  const days = useSettledDays(Number(span));
  const columns = columnsWith(setFailed);
  return (
    <StaffPage
      title="Payments"
      actions={
        <FiltersMenu
          table="payments"
          query={{ span }}
          onApply={(saved) => {
            const { span: chosen = '' } = textsIn(saved, ['span']);
            setSpan(SPANS.includes(chosen) ? chosen : '14');
          }}
        />
      }
    >
      <Group justify="space-between" mb="md">
        <Text c="dimmed">What the card processor settled, beside the ledger.</Text>
        <SegmentedControl
          aria-label="Days shown"
          data={SPANS.map((value) => ({ value, label: `${value} days` }))}
          value={span}
          onChange={setSpan}
        />
      </Group>
      <CallError error={failed} />
      {days.data ? (
        <PlainTable
          title="Days"
          hideTitle
          columns={columns}
          rows={days.data.days}
          keyOf={({ date, account }) => `${date} ${account}`}
          empty="No results found."
        />
      ) : days.error ? (
        <CallError error={days.error} onRetry={() => void days.refetch()} busy={days.isFetching} />
      ) : (
        <RowSkeletons />
      )}
    </StaffPage>
  );
}
