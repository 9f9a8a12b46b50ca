import { Text } from '@mantine/core';
import type { LogEntry } from '@portal/contract/students/log-entry';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { instantText } from '../format/dates.ts';
import { PlainTable } from '../table/plain-table.tsx';
import type { Column } from '../table/table-props.ts';
import { BlockSkeleton, CallError } from '../ui/feedback.tsx';
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

/** '3 update, 1 insert': how often each operation was done. */
function totalsOf(logs: readonly LogEntry[]): string {
  const totals = new Map<string, number>();
  for (const { op, count } of logs) totals.set(op, (totals.get(op) ?? 0) + count);
  return [...totals].map(([op, count]) => `${count} ${op}`).join(', ');
}

interface HistoryModalProps {
  /** Whose: 'Dana Levy', 'Hebrew Language I'. */
  name: string;
  /** Undefined while they are on their way. */
  logs: readonly LogEntry[] | undefined;
  error?: Error | null;
  onClose: () => void;
}

/** M-33: who changed a record, newest first, with how often each operation was done. */
export function HistoryModal({ name, logs, error = null, onClose }: HistoryModalProps) {
  return (
    <ModalFrame title={`User activity history for ${name}`} opened onClose={onClose} width={896}>
      <CallError error={error} />
      {!logs && !error && <BlockSkeleton height={160} />}
      {logs?.length === 0 && <Text c="dimmed">No activity.</Text>}
      {logs && logs.length > 0 && (
        <>
          <p className={classes.totals}>{totalsOf(logs)}</p>
          <PlainTable
            title="Activity"
            hideTitle
            columns={columns}
            rows={logs}
            keyOf={(one) => [one.stamp, one.loginname, one.op, one.querysql].join()}
            empty="No activity."
          />
        </>
      )}
    </ModalFrame>
  );
}
