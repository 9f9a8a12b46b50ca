import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useCommand } from '../shared/api/calls.ts';
import { isRefusal } from '../shared/api/client.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { isEmail } from '../shared/forms/fields.ts';
import { showPassword } from '../shared/forms/show-password.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';
import { requestEmailChangeCall } from './api.ts';

interface ChangeEmailModalProps {
  opened: boolean;
  /** With which the student logs in now. */
  email: string;
  onClose: () => void;
  /** A link was mailed there. */
  onSent: (to: string) => void;
}

const FORM = 'change-email';

/** Asks for a new address and the password; a link emailed to the address proves it. */
export function ChangeEmailModal({ opened, email, onClose, onSent }: ChangeEmailModalProps) {
  const request = useCommand(requestEmailChangeCall, { onDone: ({ sentTo }) => onSent(sentTo) });
  const { values, valid, input } = useFields({
    email: (value) => {
      if (!isEmail(value)) return t`Email invalid`;
      return value.trim().toLowerCase() === email.toLowerCase()
        ? t`This is the address you log in with.`
        : null;
    },
    current: (value) => (value ? null : t`Please enter your current password.`),
  });
  const isWrong =
    isRefusal(request.error, 'password_wrong') &&
    request.variables?.currentPassword === values.current;
  return (
    <ModalFrame
      title={t`Change email`}
      opened={opened}
      onClose={onClose}
      busy={request.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={request.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={FORM} disabled={!valid} loading={request.isPending}>
            <Trans>Send the link</Trans>
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !request.isPending)
            request.mutate({ email: values.email.trim(), currentPassword: values.current });
        }}
      >
        <TextInput
          {...input('email')}
          label={t`New email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={255}
          data-autofocus
        />
        <PasswordInput
          {...input('current')}
          {...showPassword}
          {...(isWrong ? { error: request.error?.message } : {})}
          label={t`Current password`}
          autoComplete="current-password"
          maxLength={128}
        />
        <Text c="dimmed" size="sm">
          <Trans>
            We send a link to the new address. Until you open it, you log in with {email}.
          </Trans>
        </Text>
        {!isRefusal(request.error, 'password_wrong') && <CallError error={request.error} />}
      </form>
    </ModalFrame>
  );
}
