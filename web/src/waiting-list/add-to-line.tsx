import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { can } from '@portal/access/can';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { readSession } from '../shared/session/session.ts';
import {
  ChooseRegistration,
  type ChosenRegistration,
} from '../shared/students/choose-registration.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { addToLineCall, linesCall } from './api.ts';

interface AddToLineProps {
  testSessionId: number;
  /** 'Brooklyn, Dec 1, 10:00 AM'; left out where the page is of one session. */
  session?: string;
}

/** 'Add student': the office puts a student at the end of a waiting list, men too. O-09 */
export function AddToLine({ testSessionId, session }: AddToLineProps) {
  const [isOpen, setOpen] = useState(false);
  if (!can(readSession(), 'waiting_list.edit')) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden="true" />}
        aria-label={session && `Add student: ${session}`}
        onClick={() => setOpen(true)}
      >
        Add student
      </Button>
      {isOpen && (
        <AddModal
          testSessionId={testSessionId}
          session={session ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function AddModal({
  testSessionId,
  session,
  onClose,
}: Required<AddToLineProps> & { onClose: () => void }) {
  const [chosen, setChosen] = useState<ChosenRegistration | null>(null);
  const add = useCommand(addToLineCall, {
    refreshes: [linesCall],
    onDone: ({ entry }) => {
      const { studentName, position } = entry;
      notifications.show({ message: `${studentName} is number ${position} in line` });
      onClose();
    },
  });
  const submit = () => {
    if (chosen === null) return;
    const { registrationId, studentId: student_id } = chosen;
    add.mutate({ testSessionId, registrationId, student_id });
  };
  return (
    <ModalFrame
      title="Add student"
      opened
      onClose={onClose}
      busy={add.isPending}
      foot={
        <Button loading={add.isPending} disabled={chosen === null} onClick={submit}>
          Add student
        </Button>
      }
    >
      <Stack gap="sm">
        {session !== '' && <Text>{session}</Text>}
        <ChooseRegistration
          onChange={(now) => {
            setChosen(now);
            add.reset();
          }}
        />
        <Text c="dimmed">The student stands at the end of the line and pays nothing now.</Text>
        <CallError error={add.error} />
      </Stack>
    </ModalFrame>
  );
}
