import { Text } from '@mantine/core';
import type { LogEntry } from '@portal/contract/log-entry';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { BlockSkeleton, CallError } from '../ui/feedback.tsx';
import classes from './history.module.css';
import { HistoryTable } from './history-table.tsx';

/** '3 update, 1 insert': how often each operation was done. */
function totalsOf(logs: readonly LogEntry[]): string {
  const totals = new Map<string, number>();
  for (const { op, count } of logs) totals.set(op, (totals.get(op) ?? 0) + count);
  return [...totals].map(([op, count]) => `${count} ${op}`).join(', ');
}

interface HistoryModalProps {
  /** The name of the record: 'Dana Levy', 'Hebrew Language I'. */
  name: string;
  /** Undefined while they are on their way. */
  logs: readonly LogEntry[] | undefined;
  error?: Error | null;
  onClose: () => void;
}

/** M-33: the authors of changes, newest first, with a count of each operation. */
export function HistoryModal({ name, logs, error = null, onClose }: HistoryModalProps) {
  return (
    <ModalFrame title={`User activity history for ${name}`} opened onClose={onClose} width={896}>
      <CallError error={error} />
      {!logs && !error && <BlockSkeleton height={160} />}
      {logs?.length === 0 && <Text c="dimmed">No activity.</Text>}
      {logs && logs.length > 0 && (
        <>
          <p className={classes.totals}>{totalsOf(logs)}</p>
          <HistoryTable logs={logs} />
        </>
      )}
    </ModalFrame>
  );
}
