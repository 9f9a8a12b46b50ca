import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { isEmail } from '../shared/forms/fields.ts';
import { showPassword } from '../shared/forms/show-password.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import type { SecondFactor } from '../shared/second-factor/api.ts';
import classes from '../shared/sign-in/sign-in-card.module.css';
import { CallError } from '../shared/ui/feedback.tsx';
import { adminLoginCall, loginCall } from './api.ts';

const SecondStepAgain = lazyDialog(
  async () => (await import('../shared/second-factor/second-step-again.tsx')).SecondStepAgain,
);

interface SignInAgainProps {
  kind: 'student' | 'staff';
  /** Goes to the login page, leaving the page below. */
  onClose: () => void;
}

/**
 * Covers a page whose session is over; uncovers it when its own account signs in here. The answer
 * shows whether it is the same account (SessionWatch); with any other the app starts over.
 */
export function SignInAgain({ kind, onClose }: SignInAgainProps) {
  // unlike at the login page, loaded data stays: the typed text below depends on it
  const student = useCommand(loginCall);
  const [step, setStep] = useState<SecondFactor | null>(null);
  const staff = useCommand(adminLoginCall, {
    onDone: (answer) => 'secondFactor' in answer && setStep(answer.secondFactor),
  });
  const { error, isPending } = kind === 'student' ? student : staff;
  const { values, valid, input } = useFields({
    name: (value) => {
      if (kind === 'staff') return value.trim() === '' ? t`Enter your user name.` : null;
      return isEmail(value) ? null : t`Email invalid`;
    },
    password: (value) => (value === '' ? t`Enter your password.` : null),
  });
  const submit = () => {
    const { password } = values;
    const name = values.name.trim();
    if (kind === 'student') student.mutate({ email: name, password });
    else staff.mutate({ loginName: name, password });
  };
  if (step)
    return (
      <ModalFrame title={t`Your session ended`} opened onClose={onClose} covers>
        <SecondStepAgain step={step} onOver={() => setStep(null)} onClose={onClose} />
      </ModalFrame>
    );
  return (
    <ModalFrame title={t`Your session ended`} opened onClose={onClose} busy={isPending} covers>
      <form
        className={classes.form}
        style={{ margin: 0 }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !isPending) submit();
        }}
      >
        <Text>
          <Trans>
            You were signed out to protect your account. Sign in to go on where you were. What you
            typed is still there, except card details.
          </Trans>
        </Text>
        {kind === 'student' ? (
          <TextInput
            {...input('name')}
            label={t`Email`}
            type="email"
            inputMode="email"
            autoComplete="username"
            data-autofocus
          />
        ) : (
          <TextInput
            {...input('name')}
            label={t`User name`}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
        )}
        <PasswordInput
          {...input('password')}
          {...showPassword}
          label={t`Password`}
          autoComplete="current-password"
        />
        <CallError error={error} />
        <Button type="submit" size="md" fullWidth disabled={!valid} loading={isPending}>
          <Trans>Login</Trans>
        </Button>
        <Anchor component="button" type="button" className={classes.link} onClick={onClose}>
          <Trans>Leave this page</Trans>
        </Anchor>
      </form>
    </ModalFrame>
  );
}
