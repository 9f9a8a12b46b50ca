import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, TextInput } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { isEmail } from '../shared/forms/fields.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import { useTitle } from '../shared/page/use-title.ts';
import classes from '../shared/sign-in/sign-in-card.module.css';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in/sign-in-frame.tsx';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { useForgotPassword, useStaffForgotPassword } from './api.ts';

interface ForgotProps {
  request: ReturnType<typeof useForgotPassword> | ReturnType<typeof useStaffForgotPassword>;
  staff: boolean;
}

/** S-03 */
export function ForgotPage() {
  return <Forgot request={useForgotPassword()} staff={false} />;
}

/** */
export function StaffForgotPage() {
  return <Forgot request={useStaffForgotPassword()} staff />;
}

function Forgot({ request, staff }: ForgotProps) {
  useTitle(t`Forgot password`);
  const { values, valid, input } = useFields({
    email: (value) => (isEmail(value) ? null : t`Email invalid`),
  });
  const back = (
    <Anchor component={Link} to={staff ? '/admin/login' : '/login'} className={classes.link}>
      <Trans>Return to login</Trans>
    </Anchor>
  );
  return (
    <SignInFrame staff={staff}>
      {request.data ? (
        <SignInCard title={t`Forgot password`}>
          <Outcome>
            <Note tone="moss" icon={IconMailCheck}>
              {request.data.message}
            </Note>
          </Outcome>
          {back}
        </SignInCard>
      ) : (
        <SignInCard
          title={t`Forgot password`}
          subtitle={t`We send you a link to reset it.`}
          onSubmit={() => valid && request.mutate({ email: values.email.trim() })}
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
            <Trans>Next</Trans>
          </Button>
          {back}
        </SignInCard>
      )}
    </SignInFrame>
  );
}
