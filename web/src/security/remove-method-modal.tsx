import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { changeSecurityCall, type Factor, securityCall } from './api.ts';
import { PasswordField } from './password-field.tsx';

/** Asks for the password before a method goes. */
export function RemoveMethodModal({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const remove = useCommand(changeSecurityCall, {
    refreshes: [securityCall],
    onDone: () => {
      notifications.show({ message: `${factor.name} was removed.` });
      onClose();
    },
  });
  return (
    <ModalFrame title={`Remove ${factor.name}`} opened onClose={onClose} busy={remove.isPending}>
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          const { factorId } = factor;
          if (password !== '') remove.mutate({ action: 'removeFactor', factorId, password });
        }}
      >
        <Text>Devices that were remembered are asked for the second step again.</Text>
        <PasswordField value={password} onChange={setPassword} />
        <CallError error={remove.error} />
        <Button type="submit" color="garnet" disabled={password === ''} loading={remove.isPending}>
          Remove
        </Button>
      </Stack>
    </ModalFrame>
  );
}
