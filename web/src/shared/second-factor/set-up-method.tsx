import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Named, useCommand } from '../api/calls.ts';
import { CallError } from '../ui/feedback.tsx';
import { addSecondFactorCall } from './api.ts';
import { CodeInput } from './code-input.tsx';
import { hasPasskeys, makePasskey } from './passkey-dialog.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';

type Kind = 'passkey' | 'totp';

interface App {
  secret: string;
  qr: string;
}

interface SetUpMethodProps {
  /** Of a signed-in account; missing while a sign-in waits for this. */
  password?: string;
  /** Answers that are no longer right once a method was added. */
  refreshes?: readonly Named[];
  /** The method is set up, and its recovery codes were saved. */
  onDone: () => void;
  /** The password that was given is not that of the account. */
  onPasswordWrong?: (sentence: string) => void;
  /** Codes are shown, this once: the dialog must not be closed before they are saved. */
  onCodes?: () => void;
  /** The pending sign-in has expired: returns to the password. */
  onOver?: () => void;
}

/** OM-18: a passkey or an authenticator app, then the recovery codes that come with the first. */
export function SetUpMethod({
  password,
  refreshes = [],
  onDone,
  onPasswordWrong,
  onCodes,
  onOver,
}: SetUpMethodProps) {
  const [kind, setKind] = useState<Kind>(hasPasskeys() ? 'passkey' : 'totp');
  const [name, setName] = useState('');
  const [app, setApp] = useState<App | null>(null);
  const [code, setCode] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = useCommand(addSecondFactorCall, {
    refreshes,
    onDone: ({ recoveryCodes }) => {
      if (!recoveryCodes) return onDone();
      setCodes(recoveryCodes);
      onCodes?.();
    },
  });
  const begin = useCommand(addSecondFactorCall, {
    onDone: ({ options, secret, qr }) => {
      if (secret !== undefined && qr !== undefined) return setApp({ secret, qr });
      if (options === undefined) return;
      void makePasskey(options).then((outcome) => {
        if ('said' in outcome) setSaid(outcome.said);
        else finish.mutate({ step: 'finish', kind: 'passkey', response: outcome.response });
      });
    },
  });
  const start = () => {
    setSaid(null);
    finish.reset();
    begin.mutate(
      {
        step: 'begin',
        kind,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(password === undefined ? {} : { password }),
      },
      {
        onError: ({ problem, message }) => {
          if (problem.code === 'password_wrong') onPasswordWrong?.(message);
        },
      },
    );
  };
  const isOver = [begin.error, finish.error].some((error) =>
    ['pending_over', 'already_set_up'].includes(error?.problem.code ?? ''),
  );
  if (isOver && onOver)
    return (
      <Stack gap="md">
        <CallError error={begin.error ?? finish.error} />
        <Button onClick={onOver}>Sign in again</Button>
      </Stack>
    );
  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />;
  if (app)
    return (
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6) finish.mutate({ step: 'finish', kind: 'totp', code });
        }}
      >
        <Text>Scan this with your authenticator app.</Text>
        <img className={classes.qr} src={app.qr} alt="QR code for the authenticator app" />
        <Text size="sm" c="dimmed">
          Or type this key:{' '}
          <code className={classes.secret}>{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </Text>
        <CodeInput label="Enter the code of your app" value={code} onChange={setCode} />
        <CallError error={finish.error} />
        <Button type="submit" disabled={code.length !== 6} loading={finish.isPending}>
          Add app
        </Button>
      </Stack>
    );
  return (
    <Stack
      gap="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <Radio.Group label="Method" value={kind} onChange={(chosen) => setKind(chosen as Kind)}>
        <Stack gap="xs" mt={4}>
          <Radio
            value="passkey"
            label="Passkey"
            description="Fingerprint, face, PIN or a security key"
            disabled={!hasPasskeys()}
          />
          <Radio value="totp" label="Authenticator app" description="A code of 6 digits" />
        </Stack>
      </Radio.Group>
      <TextInput
        label="Name"
        description="To tell your methods apart"
        placeholder={kind === 'passkey' ? 'Passkey' : 'Authenticator app'}
        maxLength={40}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <CallError error={begin.error ?? finish.error ?? (said === null ? null : new Error(said))} />
      <Button type="submit" loading={begin.isPending || finish.isPending}>
        Continue
      </Button>
    </Stack>
  );
}
