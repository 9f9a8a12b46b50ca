import { Button, Text } from '@mantine/core';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { sessionText } from '../../shared/format/dates.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import { deleteSessionCall, detailsCall, type SchoolSession } from '../api.ts';

interface DeleteSessionModalProps {
  session: SchoolSession;
  onClose: () => void;
}

/** M-39. R-186. */
export function DeleteSessionModal({ session, onClose }: DeleteSessionModalProps) {
  const remove = useCommand(deleteSessionCall, { refreshes: [detailsCall], onDone: onClose });
  return (
    <ModalFrame
      title="Delete session"
      opened
      onClose={onClose}
      busy={remove.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            Keep session
          </Button>
          <Button
            color="garnet"
            loading={remove.isPending}
            onClick={() => remove.mutate({ testSessionId: session.id })}
          >
            Delete
          </Button>
        </>
      }
    >
      <Text>Are you sure you want to delete this session?</Text>
      <Text c="dimmed" mt="xs">
        {sessionText(session.date, session.testSessionTime)}
      </Text>
      <CallError error={remove.error} />
    </ModalFrame>
  );
}
