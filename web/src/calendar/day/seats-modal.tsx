import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { changeCall, dayCall, type OfficeSession, sessionCall, sessionsCall } from '../api.ts';

/** OM-05: how many seats a session has, not fewer than are taken or held. */
export function SeatsModal({ session, onClose }: { session: OfficeSession; onClose: () => void }) {
  const least = Math.max(1, session.taken + session.held);
  const [seats, setSeats] = useState<number | string>(session.seats ?? '');
  const change = useCommand(changeCall, {
    refreshes: [dayCall, sessionCall, sessionsCall],
    onDone: () => {
      notifications.show({ message: 'The seats were changed.' });
      onClose();
    },
  });
  const { testSessionId, version } = session;
  return (
    <ModalFrame
      title="Seats"
      opened
      onClose={onClose}
      busy={change.isPending}
      foot={
        <Button
          loading={change.isPending}
          disabled={typeof seats !== 'number'}
          onClick={() => change.mutate({ testSessionId, version, seats: Number(seats) })}
        >
          Save
        </Button>
      }
    >
      <Stack gap="sm">
        <NumberInput
          label="Seats"
          description={`At least ${least}`}
          data-autofocus
          min={1}
          max={500}
          allowDecimal={false}
          value={seats}
          onChange={setSeats}
        />
        <Text c="dimmed" size="sm">
          {`${session.taken} taken, ${session.held} held.`}
        </Text>
        <CallError error={change.error} />
      </Stack>
    </ModalFrame>
  );
}
