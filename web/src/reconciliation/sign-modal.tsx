import { Button, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { reconciliationCall, type SettledDay, signCall } from './api.ts';

/** OM-17: a day is signed, for good. */
export function SignModal({ day, onClose }: { day: SettledDay; onClose: () => void }) {
  const [comment, setComment] = useState('');
  const sign = useCommand(signCall, {
    refreshes: [reconciliationCall],
    onDone: () => {
      notifications.show({ message: 'The day was signed.' });
      onClose();
    },
  });
  const { date, account } = day;
  return (
    <ModalFrame
      title="Sign day"
      opened
      onClose={onClose}
      busy={sign.isPending}
      foot={
        <>
          <Button variant="default" disabled={sign.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={comment.trim().length < 3}
            loading={sign.isPending}
            onClick={() => sign.mutate({ date, account, comment: comment.trim() })}
          >
            Sign day
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text>After signing nothing of this day can be changed.</Text>
        <Textarea
          label="Comment"
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <CallError error={sign.error} />
      </Stack>
    </ModalFrame>
  );
}
