import { Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../api/calls.ts';
import { CallError } from '../ui/feedback.tsx';
import { type SecondFactor, secondFactorCall } from './api.ts';
import { CodeInput } from './code-input.tsx';
import { askPasskey, hasPasskeys } from './passkey-dialog.ts';

type Method = SecondFactor['methods'][number];

/** The label of the button for each method. */
const ways: Readonly<Record<Method, string>> = {
  passkey: 'Use your passkey',
  totp: 'Enter the code of your app',
  recovery: 'Use a recovery code',
};

interface SecondStepProps {
  step: SecondFactor;
  onDone: () => void;
  /** The pending sign-in has expired: returns to the password. */
  onOver: () => void;
}

/** O-14: the second step of signing in. Requests a passkey once without a press. */
export function SecondStep({ step: { methods, options }, onDone, onOver }: SecondStepProps) {
  const usable = methods.filter((method) => method !== 'passkey' || (options && hasPasskeys()));
  const [method, setMethod] = useState<Method>(usable[0] ?? 'recovery');
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const finish = useCommand(secondFactorCall, { onDone });
  const isOver = finish.error?.problem.code === 'pending_over';
  const provePasskey = async () => {
    if (!options || isAsking) return;
    setSaid(null);
    finish.reset();
    setAsking(true);
    const outcome = await askPasskey(options);
    setAsking(false);
    if ('said' in outcome) setSaid(outcome.said);
    else finish.mutate({ method: 'passkey', response: outcome.response, remember });
  };
  const started = useRef(false);
  useEffect(() => {
    if (method !== 'passkey' || started.current) return;
    started.current = true;
    void provePasskey();
  });
  const choose = (other: Method) => {
    setMethod(other);
    setCode('');
    setSaid(null);
    finish.reset();
  };
  const isTyped = method === 'totp' ? code.length === 6 : code.trim().length >= 10;
  if (isOver)
    return (
      <Stack gap="md">
        <CallError error={finish.error} />
        <Button onClick={onOver}>Sign in again</Button>
      </Stack>
    );
  return (
    <Stack
      gap="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (method === 'passkey') void provePasskey();
        else if (isTyped && !finish.isPending) finish.mutate({ method, code, remember });
      }}
    >
      {method === 'passkey' && (
        <Text>Confirm with your fingerprint, face, PIN or security key.</Text>
      )}
      {method === 'totp' && <CodeInput label={ways.totp} value={code} onChange={setCode} />}
      {method === 'recovery' && (
        <TextInput
          label={ways.recovery}
          description="One of the ten that you saved. Each works once."
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          data-autofocus
        />
      )}
      <Checkbox
        label="Remember this device for 30 days"
        checked={remember}
        onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
      />
      <CallError error={finish.error ?? (said === null ? null : new Error(said))} />
      {method === 'passkey' ? (
        <Button
          type="submit"
          size="md"
          loading={isAsking || finish.isPending}
          leftSection={<IconFingerprint size={20} stroke={1.8} aria-hidden="true" />}
        >
          {ways.passkey}
        </Button>
      ) : (
        <Button type="submit" size="md" disabled={!isTyped} loading={finish.isPending}>
          Login
        </Button>
      )}
      {usable
        .filter((other) => other !== method)
        .map((other) => (
          <Anchor key={other} component="button" type="button" onClick={() => choose(other)}>
            {ways[other]}
          </Anchor>
        ))}
    </Stack>
  );
}
