import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { blankCall, type DataRequest, dataRequestsCall } from './api.ts';

/** Takes a blanking back that waits: the student may sign in again. R-590 */
export function WithdrawModal({
  request: { student, studentId },
  onClose,
}: {
  request: DataRequest;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const withdraw = useCommand(blankCall, { refreshes: [dataRequestsCall], onDone: onClose });
  const isFilled = reason.trim().length >= 3 && typed.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFilled && !withdraw.isPending)
      withdraw.mutate({ student_id: studentId, withdraw: true, reason, confirmName: typed });
  };
  return (
    <ModalFrame title="Withdraw" opened onClose={onClose} busy={withdraw.isPending}>
      <form onSubmit={submit}>
        <Stack>
          <Text>
            The data of <bdi>{student}</bdi> stays, and they can sign in again.
          </Text>
          <TextInput
            label="Reason"
            required
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label="Type the first and last name"
            required
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <CallError error={withdraw.error} />
          <Button type="submit" disabled={!isFilled} loading={withdraw.isPending}>
            Withdraw
          </Button>
        </Stack>
      </form>
    </ModalFrame>
  );
}
