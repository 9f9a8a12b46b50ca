import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useCommand } from '../shared/api/calls.ts';
import { isRefusal } from '../shared/api/client.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { isNewPassword, passwordHint } from '../shared/forms/fields.ts';
import { PasswordChecklist } from '../shared/forms/password-checklist.tsx';
import { newPasswordField, showPassword } from '../shared/forms/show-password.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import { UsernameField } from '../shared/forms/username-field.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';
import { changePasswordCall } from './api.ts';

interface ChangePasswordModalProps {
  opened: boolean;
  /** With which the student logs in; null where there is none. */
  email: string | null;
  onClose: () => void;
  onChanged: () => void;
}

const FORM = 'change-password';

/** Asks for the current password and a new one. Remount it for each opening. */
export function ChangePasswordModal({
  opened,
  email,
  onClose,
  onChanged,
}: ChangePasswordModalProps) {
  const change = useCommand(changePasswordCall, { onDone: onChanged, renewsSession: true });
  const { values, valid, input } = useFields({
    current: (value) => (value ? null : t`Please enter your current password.`),
    password: (value) =>
      isNewPassword(value)
        ? null
        : t`Use at least one letter, one number and one of these symbols: @$!%*#?&,./<>':`,
  });
  const isWrong =
    isRefusal(change.error, 'password_wrong') &&
    change.variables?.currentPassword === values.current;
  return (
    <ModalFrame
      title={t`Change password`}
      opened={opened}
      onClose={onClose}
      busy={change.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={FORM} disabled={!valid} loading={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !change.isPending)
            change.mutate({ currentPassword: values.current, password: values.password });
        }}
      >
        {email && <UsernameField value={email} />}
        <PasswordInput
          {...input('current')}
          {...showPassword}
          {...(isWrong ? { error: change.error?.message } : {})}
          label={t`Current password`}
          autoComplete="current-password"
          maxLength={128}
          data-autofocus
        />
        <PasswordInput
          {...input('password')}
          {...newPasswordField}
          label={t`New password`}
          description={passwordHint}
          aria-describedby="new-password-needs"
        />
        <PasswordChecklist password={values.password} id="new-password-needs" />
        <Text c="dimmed" size="sm">
          <Trans>You stay logged in here. Every other device is logged out.</Trans>
        </Text>
        {!isRefusal(change.error, 'password_wrong') && <CallError error={change.error} />}
      </form>
    </ModalFrame>
  );
}
