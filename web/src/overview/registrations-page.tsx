import { Anchor } from '@mantine/core';
import { can } from '@portal/access/can';
import type { CallAnswer, CallInput } from '@portal/contract/call';
import type { getCountedRegistrations } from '@portal/contract/overview/overview';
import { Link, useSearchParams } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { ResultBadge } from '../shared/exams/result-badge.tsx';
import { tableSession } from '../shared/exams/row-facts.ts';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { dayText, tableDayOf } from '../shared/format/dates.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { readSession } from '../shared/session/session.ts';
import { BlockTable } from '../shared/table/block-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { overviewAbove, spanText } from './rows-behind.ts';

type Row = CallAnswer<typeof getCountedRegistrations>['rows'][number];
const PAGE = 50;

const columnsOf = (by: 'made' | 'graded'): readonly Column<Row>[] => [
  { id: 'at', title: by === 'made' ? 'Made on' : 'Graded on', text: ({ at }) => tableDayOf(at) },
  {
    id: 'student',
    title: 'Student',
    text: ({ studentName }) => studentName,
    cell: ({ student_id, studentName }) =>
      can(readSession(), 'exam.list') ? (
        <Anchor component={Link} to={`/admin/student/${student_id}`}>
          <bdi>{studentName}</bdi>
        </Anchor>
      ) : (
        <bdi>{studentName}</bdi>
      ),
  },
  {
    id: 'exam',
    title: 'Exam',
    text: ({ subject }) => subject,
    cell: ({ subject }) => <bdi>{subject}</bdi>,
  },
  { id: 'vendor', title: 'Vendor', text: ({ vendorName }) => vendorName },
  {
    id: 'session',
    title: 'Session',
    text: (row) => tableSession(row.sessionDate, row.testSessionTime),
  },
  { id: 'branch', title: 'Place', text: ({ locationName }) => locationName ?? '' },
  {
    id: 'result',
    title: 'Result',
    text: ({ result }) => result ?? '',
    cell: ({ result }) => <ResultBadge result={result ?? ''} />,
  },
  {
    id: 'registration',
    title: 'Registration',
    numeric: true,
    text: ({ registrationId }) => String(registrationId),
  },
];

/** The registrations that a figure of the overview counts, as its address says. R-571. */
export function CountedRegistrationsPage() {
  const [address] = useSearchParams();
  const [state, setState] = useTableState();
  const by = address.get('by') === 'graded' ? 'graded' : 'made';
  const request = {
    ...Object.fromEntries(
      ['from', 'to', 'vendorId', 'examId', 'locationId'].flatMap((name) => {
        const value = address.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    by,
    page: state.page,
    pageSize: PAGE,
  } as unknown as CallInput<typeof getCountedRegistrations>;
  const answer = useAnswer(api.getCountedRegistrations, request, { keepOld: true });
  return (
    <StaffPage
      title={by === 'made' ? 'Registrations made' : 'Exams graded'}
      above={overviewAbove}
      actions={
        <AddressFilters
          table="counted-registrations"
          names={['by', 'from', 'to', 'vendorId', 'examId', 'locationId']}
        />
      }
    >
      <p>{spanText(address, dayText)}</p>
      <BlockTable
        name="counted registrations"
        columns={columnsOf(by)}
        rows={answer.data?.rows}
        total={answer.data?.total ?? 0}
        pageSize={PAGE}
        keyOf={({ registrationId }) => registrationId}
        nameOf={({ studentName, subject }) => `${studentName}, ${subject}`}
        state={state}
        onState={setState}
        refreshing={answer.isFetching}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        empty="No registrations in this time."
      />
    </StaffPage>
  );
}
