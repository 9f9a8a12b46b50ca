import { ActionIcon, Tooltip } from '@mantine/core';
import { can } from '@portal/access/can';
import type { LogEntry } from '@portal/contract/log-entry';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useRecord } from '../api/student.ts';
import { lazyDialog } from '../dialogs/lazy-dialog.tsx';
import { readSession } from '../session/session.ts';

const HistoryModal = lazyDialog(async () => (await import('./history-modal.tsx')).HistoryModal);

/** Whether the history of records is shown: to admins alone. */
export const mayReadHistory = (): boolean => can(readSession(), 'activity.read');

interface LogButtonProps {
  /** The name of the record, used in the button's label and the dialog's title. */
  name: string;
}

/**
 * The log icon of a record whose history is loaded. Renders nothing without permission to read it.
 */
export function LogButton({ name, logs }: LogButtonProps & { logs: readonly LogEntry[] }) {
  const [open, setOpen] = useState(false);
  if (!mayReadHistory()) return null;
  return (
    <>
      <Icon name={name} onClick={() => setOpen(true)} />
      {open && <HistoryModal name={name} logs={logs} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The log icon of a student in a list: loads the history when it is pressed. */
export function StudentLogButton({ name, studentId }: LogButtonProps & { studentId: number }) {
  const [open, setOpen] = useState(false);
  if (!mayReadHistory()) return null;
  return (
    <>
      <Icon name={name} onClick={() => setOpen(true)} />
      {open && <StudentHistory name={name} studentId={studentId} onClose={() => setOpen(false)} />}
    </>
  );
}

function StudentHistory({
  name,
  studentId,
  onClose,
}: LogButtonProps & { studentId: number; onClose: () => void }) {
  const { data, error } = useRecord(studentId);
  return <HistoryModal name={name} logs={data?.student.logs} error={error} onClose={onClose} />;
}

function Icon({ name, onClick }: LogButtonProps & { onClick: () => void }) {
  const label = `User activity history for ${name}`;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} onClick={onClick}>
        <IconHistory size={16} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
