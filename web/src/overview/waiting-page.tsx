import { Anchor } from '@mantine/core';
import type { QueueKey } from '@portal/contract/overview/overview';
import { Link, useSearchParams } from 'react-router-dom';
import { instantText } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { useWaiting, type WaitingRow } from './api.ts';
import classes from './overview.module.css';
import { overviewAbove } from './rows-behind.ts';

const columns: readonly Column<WaitingRow>[] = [
  { id: 'since', title: 'Since', text: ({ since }) => (since ? instantText(since) : '') },
  {
    id: 'what',
    title: 'What',
    text: ({ what }) => what,
    cell: ({ what, href }) =>
      href === null ? (
        <bdi>{what}</bdi>
      ) : (
        <Anchor component={Link} to={href}>
          <bdi>{what}</bdi>
        </Anchor>
      ),
  },
  { id: 'why', title: 'Why', text: ({ why }) => why, cell: ({ why }) => <bdi>{why}</bdi> },
];

/** What waits in one queue of the overview, longest first. R-570. */
export function WaitingPage() {
  const [address] = useSearchParams();
  const answer = useWaiting((address.get('queue') ?? '') as QueueKey);
  const { data } = answer;
  return (
    <StaffPage title={data?.text ?? 'Waiting for somebody'} above={overviewAbove}>
      <CallError error={answer.error} onRetry={() => void answer.refetch()} />
      {!data && !answer.error && <BlockSkeleton />}
      {data && data.missing.length > 0 && (
        <p className={classes.empty}>
          Not all can be shown: {data.missing.join(', ')} cannot be reached.
        </p>
      )}
      {data && (
        <PlainTable
          title={data.text}
          columns={columns}
          rows={data.rows}
          keyOf={(row) => `${row.since} ${row.what} ${row.why} ${row.href}`}
          empty="Nothing waits."
        />
      )}
    </StaffPage>
  );
}
