import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { RecoveryCodes } from '../shared/second-factor/recovery-codes.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { changeSecurityCall, securityCall } from './api.ts';
import { PasswordField } from './password-field.tsx';

/** Ten new recovery codes; the old ones end. */
export function NewCodesModal({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const renew = useCommand(changeSecurityCall, { refreshes: [securityCall] });
  const codes = renew.data?.recoveryCodes;
  return (
    <ModalFrame
      title="New recovery codes"
      opened
      onClose={onClose}
      busy={renew.isPending || codes !== undefined} // shown this once
    >
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : (
        <Stack
          gap="md"
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (password !== '') renew.mutate({ action: 'newRecoveryCodes', password });
          }}
        >
          <Text>The codes that you have now end.</Text>
          <PasswordField value={password} onChange={setPassword} />
          <CallError error={renew.error} />
          <Button type="submit" disabled={password === ''} loading={renew.isPending}>
            Make new codes
          </Button>
        </Stack>
      )}
    </ModalFrame>
  );
}
