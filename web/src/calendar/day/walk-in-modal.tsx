import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { can } from '@portal/access/can';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { money } from '../../shared/format/money.ts';
import { readSession } from '../../shared/session/session.ts';
import {
  ChooseRegistration,
  type ChosenRegistration,
} from '../../shared/students/choose-registration.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { dayCall, type OfficeSession, sessionCall, walkInCall } from '../api.ts';

/** OM-07: admits a student who came with an exam and without a booked place. */
export function WalkInModal({ session, onClose }: { session: OfficeSession; onClose: () => void }) {
  const [chosen, setChosen] = useState<ChosenRegistration | null>(null);
  const [overrideRoom, setOverrideRoom] = useState(false);
  const add = useCommand(walkInCall, {
    refreshes: [dayCall, sessionCall],
    onDone: ({ row }) => {
      notifications.show({ message: `${row.name} - arrived` });
      onClose();
    },
  });
  const problem = add.error?.problem;
  const submit = () => {
    if (chosen === null) return;
    const { studentId, registrationId } = chosen;
    add.mutate({
      testSessionId: session.testSessionId,
      registrationId,
      studentId,
      ...(overrideRoom ? { overrideRoom } : {}),
    } as Parameters<typeof add.mutate>[0]);
  };
  return (
    <ModalFrame
      title="Add walk-in"
      opened
      onClose={onClose}
      busy={add.isPending}
      foot={
        <Button loading={add.isPending} disabled={chosen === null} onClick={submit}>
          Add walk-in
        </Button>
      }
    >
      <Stack gap="sm">
        <ChooseRegistration
          onChange={(now) => {
            setChosen(now);
            add.reset();
          }}
        />
        {problem?.code === 'no_room_for_accommodation' &&
          can(readSession(), 'room_rule.override') && (
            <Checkbox
              label="Book without the room that the student needs"
              checked={overrideRoom}
              onChange={(event) => setOverrideRoom(event.currentTarget.checked)}
            />
          )}
        <CallError error={add.error} />
        {problem?.code === 'fees_due' && (
          <Text role="status">{`${money(Number(problem.expected ?? 0))} has to be paid first.`}</Text>
        )}
      </Stack>
    </ModalFrame>
  );
}
