import { Anchor, Pagination, Title } from '@mantine/core';
import { can } from '@portal/access/can';
import type { CallInput } from '@portal/contract/call';
import type { listWaiting, WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { ChooseFilter } from '../shared/filters/choose-filter.tsx';
import { choicesOf, oneOf } from '../shared/filters/filter-query.ts';
import { FilterRow } from '../shared/filters/filter-row.tsx';
import { useAddressFilters } from '../shared/filters/use-address-filters.ts';
import { sessionText } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { CallError, Empty, RefreshBar, RowSkeletons } from '../shared/ui/feedback.tsx';
import { AddToLine } from './add-to-line.tsx';
import { linesCall, useBranches, useLinesNews } from './api.ts';
import classes from './waiting.module.css';
import { WaitingLine } from './waiting-line.tsx';

const PAGE_SIZE = 200;
const names = ['branch', 'state'] as const;
const states = { waiting: 'Waiting', offered: 'Offered' } as const;

/** An id that an address says; undefined: it says none. */
const idIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** The entries by their sessions, which come one after the other. */
const bySession = (items: readonly WaitingEntry[]): WaitingEntry[][] => [
  ...Map.groupBy(items, ({ testSessionId }) => testSessionId).values(),
];

type WaitingFilters = Pick<CallInput<typeof listWaiting>, 'testSessionId' | 'locationId' | 'state'>;

/** A page of the matching entries, and the page selector when there are more. */
function useLines(request: WaitingFilters) {
  const about = JSON.stringify(request);
  const [chosen, setChosen] = useState({ about, page: 1 });
  // other filters start at their first page
  const page = chosen.about === about ? chosen.page : 1;
  const lines = useAnswer(
    linesCall,
    { ...request, ...(page > 1 ? { page } : {}), pageSize: PAGE_SIZE },
    { every: 30_000, keepOld: true },
  );
  const items = lines.data?.items ?? [];
  const count = Math.ceil((lines.data?.total ?? 0) / PAGE_SIZE);
  // the entries of the last page have left the list
  if (count > 0 && page > count && !lines.isPlaceholderData) setChosen({ about, page: count });
  const pages = count > 1 && (
    <Pagination
      total={count}
      value={page}
      onChange={(next) => setChosen({ about, page: next })}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
    />
  );
  return { lines, items, pages };
}

/** Waiting lists of all sessions. O-09 */
export function WaitingListPage() {
  const [filters, filter] = useAddressFilters(names);
  const branches = useBranches();
  const [branch, state] = [idIn(filters.branch), oneOf(states, filters.state)];
  const request = {
    ...(branch === undefined ? {} : { locationId: branch }),
    ...(state === undefined ? {} : { state }),
  };
  const isFiltered = Object.keys(request).length > 0;
  const { lines, items, pages } = useLines(request);
  useLinesNews();
  return (
    <StaffPage title="Waiting list" actions={<AddressFilters table="waiting-list" names={names} />}>
      <FilterRow>
        <ChooseFilter
          label="Branch"
          choices={branches}
          value={filters.branch}
          onChange={(value) => filter({ branch: value })}
        />
        <ChooseFilter
          label="State"
          choices={choicesOf(states)}
          value={state}
          onChange={(value) => filter({ state: value })}
        />
      </FilterRow>
      <RefreshBar active={lines.isFetching && !lines.isPending} />
      <CallError error={lines.error} onRetry={() => void lines.refetch()} busy={lines.isFetching} />
      {lines.isPending && <RowSkeletons />}
      {lines.data && items.length === 0 && (
        <Empty icon={IconUsers} text={isFiltered ? 'No results found.' : 'Nobody is waiting.'} />
      )}
      {bySession(items).map((entries) => (
        <Line key={entries[0]?.testSessionId} entries={entries} />
      ))}
      {pages}
    </StaffPage>
  );
}

function Line({ entries }: { entries: readonly WaitingEntry[] }) {
  const [first] = entries;
  if (first === undefined) return null;
  const title = `${first.locationName ?? ''}, ${sessionText(first.date, first.testSessionTime)}`;
  return (
    <section className={classes.line} aria-label={`${title}, s${first.testSessionId}`}>
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
  const { lines, items, pages } = useLines({ testSessionId });
  return (
    <>
      <div className={classes.head}>
        <AddToLine testSessionId={testSessionId} />
      </div>
      <CallError error={lines.error} onRetry={() => void lines.refetch()} busy={lines.isFetching} />
      {lines.isPending && <RowSkeletons />}
      {lines.data && items.length === 0 && <Empty icon={IconUsers} text="Nobody is waiting." />}
      {items.length > 0 && <WaitingLine entries={items} />}
      {pages}
    </>
  );
}
