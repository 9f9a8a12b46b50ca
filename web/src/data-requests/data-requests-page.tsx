import { Anchor, Box, Button, Group, Pagination } from '@mantine/core';
import { can } from '@portal/access/can';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconClock,
  IconEraser,
  IconLock,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { ChooseFilter } from '../shared/filters/choose-filter.tsx';
import { choicesOf, oneOf } from '../shared/filters/filter-query.ts';
import { FilterRow } from '../shared/filters/filter-row.tsx';
import { useAddressFilters } from '../shared/filters/use-address-filters.ts';
import { instantText } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { DataFiles } from '../shared/students/data-files.tsx';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { CallError, RefreshBar, RowSkeletons } from '../shared/ui/feedback.tsx';
import { type Tone, ToneBadge } from '../shared/ui/tone-badge.tsx';
import { type DataRequest, dataRequestsCall } from './api.ts';
import { WithdrawModal } from './withdraw-modal.tsx';

const PAGE = 50;
const names = ['kind', 'state'] as const;

const states: Readonly<
  Record<DataRequest['state'], { text: string; tone: Tone; icon: TablerIcon }>
> = {
  preparing: { text: 'Being prepared', tone: 'brass', icon: IconClock },
  ready: { text: 'Ready', tone: 'moss', icon: IconCircleCheck },
  expired: { text: 'Over', tone: 'slate', icon: IconLock },
  waiting: { text: 'Waiting', tone: 'brass', icon: IconClock },
  withdrawn: { text: 'Withdrawn', tone: 'slate', icon: IconArrowBackUp },
  running: { text: 'Running', tone: 'lapis', icon: IconClock },
  done: { text: 'Blanked', tone: 'violet', icon: IconEraser },
};
const stateWords = Object.fromEntries(
  Object.entries(states).map(([state, { text }]) => [state, text]),
) as Record<DataRequest['state'], string>;
const kinds: Readonly<Record<DataRequest['kind'], string>> = {
  export: 'Export',
  blanking: 'Blanking',
};

const mayWithdraw = ({ kind, state }: DataRequest): boolean =>
  kind === 'blanking' && state === 'waiting' && can(readSession(), 'student.blank');

const mayFetch = ({ kind, state }: DataRequest): boolean =>
  kind === 'export' && state === 'ready' && can(readSession(), 'data.export');

/** Returns the possible actions of a request, in words. */
function actionsOf(request: DataRequest): string {
  if (mayFetch(request)) return 'JSON, PDF';
  return mayWithdraw(request) ? 'Withdraw' : '';
}

function Actions({
  request,
  onWithdraw,
}: {
  request: DataRequest;
  onWithdraw: (request: DataRequest) => void;
}) {
  const { student, studentId, requestId, at } = request;
  if (mayFetch(request))
    return (
      <DataFiles
        studentId={studentId}
        requestId={requestId}
        of={`${student}, ${instantText(at)}`}
      />
    );
  if (!mayWithdraw(request)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Withdraw: ${student}`}
      onClick={() => onWithdraw(request)}
    >
      Withdraw
    </Button>
  );
}

const columnsWith = (
  onWithdraw: (request: DataRequest) => void,
): readonly Column<DataRequest>[] => [
  {
    id: 'student',
    title: 'Student',
    text: ({ student }) => student,
    cell: ({ student, studentId }) => (
      <Anchor component={Link} to={`/admin/student/${studentId}`}>
        <bdi>{student}</bdi>
      </Anchor>
    ),
  },
  { id: 'kind', title: 'What', text: ({ kind }) => kinds[kind] },
  { id: 'by', title: 'Asked by', text: ({ by }) => by },
  { id: 'reason', title: 'Reason', text: ({ reason }) => reason ?? '' },
  {
    id: 'state',
    title: 'State',
    text: ({ state }) => states[state].text,
    cell: ({ state }) => (
      // a badge alone gives way to the other columns until its word is cut off
      <Box component="span" display="inline-block" miw="max-content">
        <ToneBadge tone={states[state].tone} icon={states[state].icon}>
          {states[state].text}
        </ToneBadge>
      </Box>
    ),
  },
  { id: 'at', title: 'Date', text: ({ at }) => instantText(at) },
  {
    id: 'until',
    title: 'Until',
    text: ({ until }) => (until === null ? '' : instantText(until)),
  },
  {
    id: 'actions',
    title: 'Actions',
    text: actionsOf,
    cell: (request) => <Actions request={request} onWithdraw={onWithdraw} />,
  },
];

/**
 * O-15: all data requests with student, author and state; the email to staff links to this page, so
 * finished files are downloaded here too.
 */
export function DataRequestsPage() {
  const [filters, filter] = useAddressFilters(names);
  const [kind, state] = [oneOf(kinds, filters.kind), oneOf(stateWords, filters.state)];
  const wanted = { ...(kind ? { kind } : {}), ...(state ? { state } : {}) };
  const isFiltered = Object.keys(wanted).length > 0;
  const [table, setTable] = useTableState();
  const [withdrawn, setWithdrawn] = useState<DataRequest | null>(null);
  const columns = columnsWith(setWithdrawn);
  const input = { ...wanted, page: table.page, pageSize: PAGE };
  const requests = useAnswer(dataRequestsCall, input, { every: 10_000, keepOld: true });
  const { items = [], total = 0 } = requests.data ?? {};
  return (
    <StaffPage
      title="Data requests"
      actions={<AddressFilters table="data-requests" names={names} />}
    >
      <FilterRow>
        <ChooseFilter
          label="What"
          choices={choicesOf(kinds)}
          value={kind}
          onChange={(value) => filter({ kind: value })}
        />
        <ChooseFilter
          label="State"
          choices={choicesOf(stateWords)}
          value={state}
          onChange={(value) => filter({ state: value })}
        />
      </FilterRow>
      <RefreshBar active={requests.isFetching && !requests.isPending} />
      <CallError
        error={requests.error}
        onRetry={() => void requests.refetch()}
        busy={requests.isFetching}
      />
      {requests.isPending && <RowSkeletons />}
      {requests.data && (
        <PlainTable
          title="Data requests"
          hideTitle
          columns={columns}
          rows={items}
          keyOf={({ requestId }) => requestId}
          empty={isFiltered ? 'No results found.' : 'Nobody has asked for data.'}
        />
      )}
      {withdrawn && <WithdrawModal request={withdrawn} onClose={() => setWithdrawn(null)} />}
      {total > PAGE && (
        <Group justify="center" mt="md">
          <Pagination
            total={Math.ceil(total / PAGE)}
            value={table.page}
            onChange={(page) => setTable({ ...table, page })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      )}
    </StaffPage>
  );
}
