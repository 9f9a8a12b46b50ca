import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { changeWaitingCall, linesCall } from './api.ts';

export type LineAction = 'move' | 'remove' | 'offerNow';

const titles: Record<LineAction, string> = {
  move: 'Move in line',
  remove: 'Remove from the waiting list',
  offerNow: 'Offer a place now',
};

interface ChangeWaitingModalProps {
  entry: WaitingEntry;
  action: LineAction;
  onClose: () => void;
}

/** OM-09: the reason of a change, recorded in the history of session and student. */
export function ChangeWaitingModal({ entry, action, onClose }: ChangeWaitingModalProps) {
  const [reason, setReason] = useState('');
  const [position, setPosition] = useState<number | ''>(1);
  const change = useCommand(changeWaitingCall, { refreshes: [linesCall], onDone: onClose });
  const send = () =>
    change.mutate({
      waitingId: entry.waitingId,
      action,
      reason,
      ...(action === 'move' && position !== '' ? { position } : {}),
    });
  return (
    <ModalFrame title={titles[action]} opened onClose={onClose} busy={change.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack>
          <Text>
            <bdi>{entry.studentName}</bdi>, {entry.subject}
          </Text>
          {action === 'move' && (
            <NumberInput
              label="New position"
              required
              min={1}
              max={10_000}
              allowDecimal={false}
              value={position}
              onChange={(value) => setPosition(value === '' ? '' : Number(value))}
            />
          )}
          <TextInput
            label="Reason"
            required
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {action === 'remove' && <Text c="dimmed">The student is told by email.</Text>}
          <CallError error={change.error} />
          <Button
            type="submit"
            loading={change.isPending}
            disabled={reason.trim().length < 3 || (action === 'move' && position === '')}
          >
            {titles[action]}
          </Button>
        </Stack>
      </form>
    </ModalFrame>
  );
}
