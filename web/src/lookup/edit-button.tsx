import { ActionIcon, Tooltip } from '@mantine/core';
import { scopeOf } from '@portal/access/can';
import { IconPencil } from '@tabler/icons-react';
import { readSession } from '../shared/session/session.ts';

/** The edit icon of a found student (M-30); renders nothing without the permission to edit. */
export function EditButton({ name, onClick }: { name: string; onClick: () => void }) {
  if (scopeOf(readSession(), 'student.edit') !== 'any') return null;
  const label = `Edit ${name}`;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} onClick={onClick}>
        <IconPencil size={16} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
