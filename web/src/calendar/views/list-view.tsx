import { Button } from '@mantine/core';
import { tableDay, timeText } from '../../shared/format/dates.ts';
import { placeOf } from '../../shared/format/office-place.ts';
import { BlockTable } from '../../shared/table/block-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import type { TableState } from '../../shared/table/table-state.ts';
import { genderTexts, type OfficeSession, takenText, typeTexts } from '../api.ts';
import { StateBadge } from '../sessions/state-badge.tsx';

export const LIST_PAGE = 50;

const columns: readonly Column<OfficeSession>[] = [
  { id: 'date', title: 'Date', text: ({ date }) => tableDay(date) },
  { id: 'time', title: 'Time', text: ({ testSessionTime }) => timeText(testSessionTime) },
  {
    id: 'place',
    title: 'Place',
    text: placeOf,
    cell: (session) => <bdi>{placeOf(session)}</bdi>,
  },
  { id: 'kind', title: 'Kind', text: ({ sessionType }) => typeTexts[sessionType] },
  { id: 'gender', title: 'For', text: ({ gender }) => genderTexts[gender] },
  { id: 'taken', title: 'Taken', numeric: true, text: takenText },
  { id: 'held', title: 'Held', numeric: true, text: ({ held }) => (held > 0 ? String(held) : '') },
  {
    id: 'waiting',
    title: 'Waiting',
    numeric: true,
    text: ({ waiting }) => (waiting > 0 ? String(waiting) : ''),
  },
  {
    id: 'proctor',
    title: 'Proctor',
    text: ({ proctor }) => proctor ?? '',
    cell: ({ proctor }) => <bdi>{proctor}</bdi>,
  },
  {
    id: 'state',
    title: 'State',
    text: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  },
];

interface ListViewProps {
  sessions: readonly OfficeSession[] | undefined;
  total: number;
  state: TableState;
  onState: (change: Partial<TableState>) => void;
  refreshing: boolean;
  error: Error | null;
  onRetry: () => void;
  onOpen: (session: OfficeSession) => void;
}

/** The sessions of the days from the one in view on, in pages. */
export const ListView = ({ sessions, onOpen, ...rest }: ListViewProps) => (
  <BlockTable
    name="sessions"
    columns={columns}
    rows={sessions}
    pageSize={LIST_PAGE}
    keyOf={({ testSessionId }) => testSessionId}
    nameOf={(session) => `${placeOf(session)}, ${tableDay(session.date)}`}
    empty="No sessions in this time."
    actions={(session) => (
      <Button
        variant="default"
        aria-label={`Open ${placeOf(session)}, ${tableDay(session.date)}`}
        onClick={() => onOpen(session)}
      >
        Open
      </Button>
    )}
    {...rest}
  />
);
