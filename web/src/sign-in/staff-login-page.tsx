import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { CallError, Note } from '../shared/feedback.tsx';
import { type Asked, ownPath } from '../shared/session.ts';
import { showPassword } from '../shared/show-password.ts';
import classes from '../shared/sign-in-card.module.css';
import { SignInCard } from '../shared/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in-frame.tsx';
import { useFields } from '../shared/use-fields.ts';
import { useTitle } from '../shared/use-title.ts';
import { useStaffLogin } from './api.ts';

/** staff sign in with their user name. */
export function StaffLoginPage() {
  useTitle('Login');
  const navigate = useNavigate();
  const asked = (useLocation().state as Asked | null)?.asked;
  const [search] = useSearchParams();
  const login = useStaffLogin(() => void navigate(ownPath(asked, '/admin'), { replace: true }));
  const { values, valid, input } = useFields({
    loginName: (value) => (value.trim() === '' ? 'Enter your user name.' : null),
    password: (value) => (value === '' ? 'Enter your password.' : null),
  });
  return (
    <SignInFrame>
      <SignInCard
        title="Login"
        subtitle="Staff"
        onSubmit={() => valid && login.mutate({ loginName: values.loginName.trim(), password: values.password })}
      >
        {search.get('comingFromResetPass') === '1' && (
          <Note tone="moss" icon={IconCircleCheck}>
            Use your new password to login
          </Note>
        )}
        <TextInput {...input('loginName')} label="User name" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <div>
          <PasswordInput {...input('password')} {...showPassword} label="Password" autoComplete="current-password" />
          <Anchor component={Link} to="/adminForgotPassword" className={classes.link} mt={8}>
            Forgot password?
          </Anchor>
        </div>
        <CallError error={login.error} />
        <Button type="submit" size="md" fullWidth disabled={!valid} loading={login.isPending}>
          Login
        </Button>
      </SignInCard>
    </SignInFrame>
  );
}
