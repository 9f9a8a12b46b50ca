import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { isEmail } from '../shared/forms/fields.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { useForgotPassword, useStaffForgotPassword } from './api.ts';
import classes from './new-link-form.module.css';

/** Where a link to reset a password no longer works: sends another one. */
export function NewLinkForm({ who }: { who: 'student' | 'staff' }) {
  const student = useForgotPassword();
  const staff = useStaffForgotPassword();
  const request = who === 'student' ? student : staff;
  const { values, valid, input } = useFields({
    email: (value) => (isEmail(value) ? null : t`Email invalid`),
  });
  if (request.data)
    return (
      <Outcome>
        <Note tone="moss" icon={IconMailCheck}>
          {request.data.message}
        </Note>
      </Outcome>
    );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (valid && !request.isPending) request.mutate({ email: values.email.trim() });
      }}
    >
      <TextInput
        {...input('email')}
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <CallError error={request.error} />
      <Button type="submit" size="md" fullWidth disabled={!valid} loading={request.isPending}>
        <Trans>Send a new link</Trans>
      </Button>
    </form>
  );
}
