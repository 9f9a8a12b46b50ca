import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { SetUpMethod } from '../shared/second-factor/set-up-method.tsx';
import { securityCall } from './api.ts';
import { PasswordField } from './password-field.tsx';

/** OM-18: the password, a method, and the recovery codes that come with the first. */
export function AddMethodModal({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [isSaid, setSaid] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [hasCodes, setHasCodes] = useState(false);
  return (
    <ModalFrame title="Add method" opened onClose={onClose} busy={hasCodes}>
      {isSaid ? (
        <SetUpMethod
          password={password}
          refreshes={[securityCall]}
          onPasswordWrong={(sentence) => {
            setRefused(sentence);
            setSaid(false);
          }}
          onCodes={() => setHasCodes(true)}
          onDone={onClose}
        />
      ) : (
        <Stack
          gap="md"
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            setSaid(password !== '');
          }}
        >
          <PasswordField
            value={password}
            error={refused}
            onChange={(typed) => {
              setRefused(null);
              setPassword(typed);
            }}
          />
          <Button type="submit" disabled={password === ''}>
            Continue
          </Button>
        </Stack>
      )}
    </ModalFrame>
  );
}
