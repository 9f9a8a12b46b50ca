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
  useTitle('Forgot password');
  const { values, valid, input } = useFields({
    email: (value) => (isEmail(value) ? null : 'Email invalid'),
  });
  const back = (
    <Anchor component={Link} to={staff ? '/admin/login' : '/login'} className={classes.link}>
      Return to login
    </Anchor>
  );
  return (
    <SignInFrame staff={staff}>
      {request.data ? (
        <SignInCard title="Forgot password">
          <Outcome>
            <Note tone="moss" icon={IconMailCheck}>
              {request.data.message}
            </Note>
          </Outcome>
          {back}
        </SignInCard>
      ) : (
        <SignInCard
          title="Forgot password"
          subtitle="We send you a link to reset it."
          onSubmit={() => valid && request.mutate({ email: values.email.trim() })}
        >
          <TextInput
            {...input('email')}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <CallError error={request.error} />
          <Button type="submit" size="md" fullWidth disabled={!valid} loading={request.isPending}>
            Next
          </Button>
          {back}
        </SignInCard>
      )}
    </SignInFrame>
  );
}
