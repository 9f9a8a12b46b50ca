import { Button, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { resetFactorsCall, resettableCall } from './api.ts';

interface ResetFactorsModalProps {
  user: { id: number; loginname: string; realName: string };
  onClose: () => void;
}

/** C-O58: a user who lost every method starts over with the password. */
export function ResetFactorsModal({ user, onClose }: ResetFactorsModalProps) {
  const [reason, setReason] = useState('');
  const reset = useCommand(resetFactorsCall, {
    refreshes: [resettableCall],
    onDone: () => {
      notifications.show({ message: `The sign-in methods of ${user.loginname} were reset.` });
      onClose();
    },
  });
  const isReason = reason.trim().length >= 3;
  return (
    <ModalFrame
      title={`Reset sign-in methods of ${user.loginname}`}
      opened
      onClose={onClose}
      busy={reset.isPending}
    >
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReason) reset.mutate({ userId: user.id, reason: reason.trim() });
        }}
      >
        <Text>
          All methods, recovery codes, remembered devices and sessions of <bdi>{user.realName}</bdi>{' '}
          end. Be sure who asks for this.
        </Text>
        <TextInput
          label="Reason"
          withAsterisk
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <CallError error={reset.error} />
        <Button type="submit" color="garnet" disabled={!isReason} loading={reset.isPending}>
          Reset sign-in methods
        </Button>
      </Stack>
    </ModalFrame>
  );
}
