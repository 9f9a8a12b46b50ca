import { Anchor, TextInput } from '@mantine/core';
import { type QueueKey, queueKeys } from '@portal/contract/overview/queue-keys';
import { tableOfQueue } from '@portal/contract/saved-filters/filter-tables';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ChooseFilter } from '../../shared/filters/choose-filter.tsx';
import {
  choicesOf,
  type FilterQuery,
  filledIn,
  oneOf,
  textsIn,
} from '../../shared/filters/filter-query.ts';
import { FilterRow } from '../../shared/filters/filter-row.tsx';
import { FiltersMenu } from '../../shared/filters/filters-menu.tsx';
import { useAddressFilters } from '../../shared/filters/use-address-filters.ts';
import { instantText } from '../../shared/format/dates.ts';
import { StaffPage } from '../../shared/page/staff-page.tsx';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { useWaiting, type WaitingRow } from '../api.ts';
import classes from '../overview.module.css';
import { overviewAbove } from '../rows-behind.ts';
import { ages, shownRows } from './queue-filter.ts';
import { inWords } from './queue-words.ts';

const inAddress = ['age'] as const;
/** The maximum of listed rows of a queue, those that have waited longest. */
const MAX_ROWS = 1000;

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
  {
    id: 'why',
    title: 'Why',
    text: ({ why }) => why,
    cell: ({ why }) => <bdi>{why}</bdi>,
  },
];

/** The queue that an address names; undefined: it names none. */
const queueIn = (sent: string): QueueKey | undefined => queueKeys.find((key) => key === sent);

/** The items of one queue of the overview, longest wait first. R-570. */
export function WaitingPage() {
  const [address] = useSearchParams();
  const sent = address.get('queue') ?? '';
  const queue = queueIn(sent);
  const [filters, filter] = useAddressFilters(inAddress);
  const age = oneOf(ages, filters.age);
  // may be a name or an email, which no address has to say
  const [search, setSearch] = useState('');
  const apply = (saved: FilterQuery) => {
    const wanted = textsIn(saved, ['search', 'age']);
    setSearch(wanted.search ?? '');
    filter({ age: wanted.age ?? null });
  };
  const answer = useWaiting(sent as QueueKey);
  const { data } = answer;
  // searched as it is read
  const rows = (data?.rows ?? []).map((row) => inWords(queue, row));
  const isFiltered = search !== '' || age !== undefined;
  return (
    <StaffPage
      title={data?.text ?? 'Needs attention'}
      above={overviewAbove}
      actions={
        queue && (
          <FiltersMenu
            table={tableOfQueue(queue)}
            query={filledIn({ search: search.trim(), age })}
            onApply={apply}
          />
        )
      }
    >
      <CallError error={answer.error} onRetry={() => void answer.refetch()} />
      {!data && !answer.error && <BlockSkeleton />}
      {data && data.missing.length > 0 && (
        <p className={classes.empty}>
          Not all can be shown: {data.missing.join(', ')} cannot be reached.
        </p>
      )}
      {data && (data.rows.length > 0 || isFiltered) && (
        <FilterRow>
          <TextInput
            label="Search"
            value={search}
            maxLength={100}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <ChooseFilter
            label="Waiting for"
            choices={choicesOf(ages)}
            value={age}
            onChange={(value) => filter({ age: value })}
          />
        </FilterRow>
      )}
      {data && data.rows.length >= MAX_ROWS && (
        <p className={classes.empty}>
          Only the {MAX_ROWS.toLocaleString('en-US')} that have waited longest are shown and
          searched.
        </p>
      )}
      {data && (
        <PlainTable
          title={data.text}
          columns={columns}
          rows={shownRows(rows, { search, age }, new Date()).map((row, place) => ({
            ...row,
            place,
          }))}
          keyOf={({ place }) => place} // several can say the same
          empty={isFiltered ? 'No results found.' : 'Nothing waits.'}
        />
      )}
    </StaffPage>
  );
}
