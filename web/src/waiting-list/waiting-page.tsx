import { Anchor, Title } from '@mantine/core';
import { can } from '@portal/access/can';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { sessionText } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { CallError, Empty, RefreshBar, RowSkeletons } from '../shared/ui/feedback.tsx';
import { AddToLine } from './add-to-line.tsx';
import { linesCall } from './api.ts';
import classes from './waiting.module.css';
import { WaitingLine } from './waiting-line.tsx';

const MOST = 200;

/** The entries by their sessions, which come one after the other. */
const bySession = (items: readonly WaitingEntry[]): WaitingEntry[][] => [
  ...Map.groupBy(items, ({ testSessionId }) => testSessionId).values(),
];

/** Waiting lists of all sessions. O-09 */
export function WaitingListPage() {
  const lines = useAnswer(linesCall, { pageSize: MOST }, { every: 30_000 });
  const items = lines.data?.items ?? [];
  return (
    <StaffPage title="Waiting list">
      <RefreshBar active={lines.isFetching && !lines.isPending} />
      <CallError error={lines.error} onRetry={() => void lines.refetch()} busy={lines.isFetching} />
      {lines.isPending && <RowSkeletons />}
      {lines.data && items.length === 0 && <Empty icon={IconUsers} text="Nobody is waiting." />}
      {bySession(items).map((entries) => (
        <Line key={entries[0]?.testSessionId} entries={entries} />
      ))}
      {lines.data && lines.data.total > items.length && (
        <p>
          The first {items.length} of {lines.data.total} are shown.
        </p>
      )}
    </StaffPage>
  );
}

function Line({ entries }: { entries: readonly WaitingEntry[] }) {
  const [first] = entries;
  if (first === undefined) return null;
  const title = `${first.locationName ?? ''}, ${sessionText(first.date, first.testSessionTime)}`;
  return (
    <section className={classes.line} aria-label={title}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          {can(readSession(), 'session_day.keep') ? (
            <Anchor component={Link} to={`/admin/session/${first.testSessionId}`}>
              {title}
            </Anchor>
          ) : (
            title
          )}
        </Title>
        <AddToLine testSessionId={first.testSessionId} session={title} />
      </div>
      <WaitingLine entries={entries} />
    </section>
  );
}

/** The same of one session, on its own page. O-03 */
export function WaitingOfSession({ testSessionId }: { testSessionId: number }) {
  const lines = useAnswer(linesCall, { testSessionId, pageSize: MOST }, { every: 30_000 });
  const items = lines.data?.items ?? [];
  return (
    <>
      <div className={classes.head}>
        <AddToLine testSessionId={testSessionId} />
      </div>
      <CallError error={lines.error} onRetry={() => void lines.refetch()} busy={lines.isFetching} />
      {lines.isPending && <RowSkeletons />}
      {lines.data && items.length === 0 && <Empty icon={IconUsers} text="Nobody is waiting." />}
      {items.length > 0 && <WaitingLine entries={items} />}
    </>
  );
}
