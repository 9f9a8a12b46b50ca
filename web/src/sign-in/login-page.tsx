import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isEmail } from '../shared/forms/fields.ts';
import { showPassword } from '../shared/forms/show-password.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import { isOtherChosen } from '../shared/language/locale.ts';
import { useTitle } from '../shared/page/use-title.ts';
import { ownPath, type RequestContext } from '../shared/session/session.ts';
import classes from '../shared/sign-in/sign-in-card.module.css';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in/sign-in-frame.tsx';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { useLogin } from './api.ts';
import { SignUpCard } from './sign-up-card.tsx';

/** S-01: students sign in, or begin to sign up. */
export function LoginPage() {
  useTitle(t`Login`);
  return (
    <SignInFrame>
      <LoginCard />
      <SignUpCard />
    </SignInFrame>
  );
}

function LoginCard() {
  const navigate = useNavigate();
  const requestedPath = (useLocation().state as RequestContext | null)?.requestedPath;
  const [search] = useSearchParams();
  const login = useLogin(() => {
    const next = ownPath(requestedPath, '/');
    if (isOtherChosen()) window.location.replace(next);
    else void navigate(next, { replace: true });
  });
  const { values, valid, input } = useFields({
    email: (value) => (isEmail(value) ? null : t`Email invalid`),
    password: (value) => (value === '' ? t`Enter your password.` : null),
  });
  return (
    <SignInCard
      title={t`Login`}
      onSubmit={() =>
        valid && login.mutate({ email: values.email.trim(), password: values.password })
      }
    >
      {search.get('comingFromResetPass') === '1' && (
        <Note tone="moss" icon={IconCircleCheck}>
          <Trans>Use your new password to login</Trans>
        </Note>
      )}
      <TextInput
        {...input('email')}
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <div>
        <PasswordInput
          {...input('password')}
          {...showPassword}
          label={t`Password`}
          autoComplete="current-password"
        />
        <Anchor component={Link} to="/forgotPassword" className={classes.link} mt={8}>
          <Trans>Forgot password?</Trans>
        </Anchor>
      </div>
      <CallError error={login.error} />
      <Button type="submit" size="md" fullWidth disabled={!valid} loading={login.isPending}>
        <Trans>Login</Trans>
      </Button>
    </SignInCard>
  );
}
