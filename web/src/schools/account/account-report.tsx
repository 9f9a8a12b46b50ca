import { Button, Group, Select, TextInput } from '@mantine/core';
import type { AccountReportRow } from '@portal/contract/schools';
import { IconArrowDownLeft, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAnswer } from '../../shared/api/calls.ts';
import { readFile } from '../../shared/api/read-stream.ts';
import { type FilterQuery, filledIn, textsIn } from '../../shared/filters/filter-query.ts';
import { FiltersMenu } from '../../shared/filters/filters-menu.tsx';
import { tableDay } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { saveFile } from '../../shared/table/csv.ts';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { cohortsIn, infoCall, NO_COHORT } from '../api.ts';
import classes from './account.module.css';
import { rowsBetween, usageOf } from './report.ts';

/** '+$45.00', '−$135.00' */
const signed = (amount: number): string => (amount > 0 ? `+${money(amount)}` : money(amount));

const columns: readonly Column<AccountReportRow>[] = [
  {
    id: 'quantity',
    title: 'Quantity',
    numeric: true,
    text: ({ Quantity }) => String(Quantity),
  },
  { id: 'date', title: 'Date', text: (row) => tableDay(row.Date) },
  {
    id: 'description',
    title: 'Description',
    text: ({ Description }) => Description,
    cell: ({ Description, isPayment }) =>
      isPayment ? (
        <span className={classes.in}>
          <IconArrowDownLeft size={15} stroke={2} aria-label="Money in" /> {Description}
        </span>
      ) : (
        Description
      ),
  },
  { id: 'cohort', title: 'Cohort', text: ({ Cohort }) => Cohort ?? NO_COHORT },
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    text: ({ Amount }) => signed(Amount),
    cell: ({ Amount, isPayment }) => (
      <span className={isPayment ? classes.in : undefined}>{signed(Amount)}</span>
    ),
  },
  { id: 'balance', title: 'Balance', numeric: true, text: ({ Balance }) => money(Balance) },
];

/** A day that a link or a saved filter names; '': none. */
const dayOf = (sent: string | null | undefined): string =>
  /^\d{4}-\d\d-\d\d$/.test(sent ?? '') ? (sent ?? '') : '';

/** The account of a school that prepays: A-25 and M-36.. */
export function AccountReport({ schoolId }: { schoolId: number }) {
  const info = useAnswer(infoCall, { schoolId });
  const [cohort, setCohort] = useState<string | null>(null);
  const [address] = useSearchParams();
  const [from, setFrom] = useState(() => dayOf(address.get('from')));
  const [to, setTo] = useState(() => dayOf(address.get('to')));
  const [isDownloading, setDownloading] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  if (!info.data)
    return info.error ? (
      <CallError error={info.error} onRetry={() => void info.refetch()} />
    ) : (
      <BlockSkeleton height={320} />
    );
  const { schoolDetails: school, accountReport, schoolBalance } = info.data;
  const isTurned = from !== '' && to !== '' && to < from;
  const rows = isTurned ? [] : rowsBetween(accountReport, { from, to });
  const latest = school.latest_cohort ?? NO_COHORT;
  const cohorts = [...new Set([latest, ...cohortsIn(school.distinct_cohorts)])];
  const chosen = cohort ?? latest;
  const apply = (saved: FilterQuery) => {
    const wanted = textsIn(saved, ['from', 'to', 'cohort']);
    setFrom(dayOf(wanted.from));
    setTo(dayOf(wanted.to));
    // of another school: this one may not have it
    setCohort(cohorts.find((one) => one === wanted.cohort) ?? null);
  };
  const download = async () => {
    setDownloading(true);
    setFailure(null);
    try {
      const { name, content } = await readFile(infoCall, {
        schoolId,
        ...(from === '' ? {} : { startDate: from }),
        ...(to === '' ? {} : { endDate: to }),
        format: 'xlsx',
      });
      saveFile(name, content);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setDownloading(false);
    }
  };
  return (
    <div className={classes.report}>
      <CallError error={failure} />
      <CallError error={info.error} onRetry={() => void info.refetch()} />
      <div className={classes.figures}>
        <dl>
          <div>
            <dt>Balance</dt>
            <dd>{money(schoolBalance ?? 0)}</dd>
          </div>
          <div>
            <dt>Total usage</dt>
            <dd>{money(usageOf(accountReport, chosen))}</dd>
          </div>
        </dl>
        <Select
          label="Cohort"
          data={cohorts}
          value={chosen}
          allowDeselect={false}
          onChange={setCohort}
          w={150}
        />
      </div>
      <Group align="flex-end" gap="sm">
        <TextInput
          type="date"
          label="From"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          value={to}
          error={isTurned ? 'The end date is before the start date.' : null}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <FiltersMenu
          table="school-account"
          query={filledIn({ from, to, cohort })}
          onApply={apply}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} />}
          disabled={rows.length === 0}
          loading={isDownloading}
          onClick={() => void download()}
        >
          Download report
        </Button>
      </Group>
      <PlainTable
        title="Rows"
        columns={columns}
        rows={rows}
        keyOf={(row) => accountReport.indexOf(row)}
        empty="No results found."
      />
    </div>
  );
}
