import type { LogEntry } from '@portal/contract/log-entry';
import { instantText } from '../format/dates.ts';
import { PlainTable } from '../table/plain-table.tsx';
import type { Column } from '../table/table-props.ts';
import classes from './history.module.css';

const columns: readonly Column<LogEntry>[] = [
  {
    id: 'who',
    title: 'Who',
    text: (one) => one.loginname,
    cell: (one) => <bdi>{one.loginname}</bdi>,
  },
  {
    id: 'when',
    title: 'When',
    text: (one) => instantText(one.stamp),
    cell: (one) => <time dateTime={one.stamp}>{instantText(one.stamp)}</time>,
  },
  { id: 'op', title: 'Operation', text: (one) => one.op },
  { id: 'table', title: 'Table', text: (one) => one.tname },
  {
    id: 'change',
    title: 'Change',
    text: (one) => one.querysql,
    cell: (one) => <bdi className={classes.text}>{one.querysql}</bdi>,
  },
  { id: 'count', title: 'Count', numeric: true, text: (one) => String(one.count) },
];

/** The changes of a record with their authors, newest first. */
export const HistoryTable = ({ logs }: { logs: readonly LogEntry[] }) => (
  <PlainTable
    title="Activity"
    hideTitle
    columns={columns}
    rows={logs}
    keyOf={(one) => [one.stamp, one.loginname, one.op, one.querysql].join()}
    empty="No activity."
  />
);
