import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { showPassword } from '../shared/forms/show-password.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import { useTitle } from '../shared/page/use-title.ts';
import type { SecondFactor } from '../shared/second-factor/api.ts';
import { homeOf } from '../shared/session/home.ts';
import { ownPath, type RequestContext, readSession } from '../shared/session/session.ts';
import classes from '../shared/sign-in/sign-in-card.module.css';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in/sign-in-frame.tsx';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { useStaffLogin } from './api.ts';

const SecondStepCard = lazyDialog(
  async () => (await import('../shared/second-factor/second-step-card.tsx')).SecondStepCard,
);

/** staff sign in with their user name. */
export function StaffLoginPage() {
  useTitle(t`Login`);
  const navigate = useNavigate();
  const requestedPath = (useLocation().state as RequestContext | null)?.requestedPath;
  const [search] = useSearchParams();
  const enter = () => {
    // staff who opened the portal's own address have requested no page yet
    const wanted = requestedPath?.match(/^\/admin\/?(\?|$)/) ? undefined : requestedPath;
    void navigate(ownPath(wanted, homeOf(readSession())), { replace: true });
  };
  const [step, setStep] = useState<SecondFactor | null>(null);
  const { login, enter: begin } = useStaffLogin({ onDone: enter, onSecondStep: setStep });
  const { values, valid, input } = useFields({
    loginName: (value) => (value.trim() === '' ? t`Enter your user name.` : null),
    password: (value) => (value === '' ? t`Enter your password.` : null),
  });
  if (step)
    return (
      <SignInFrame staff>
        <SecondStepCard step={step} onDone={begin} onClose={() => setStep(null)} />
      </SignInFrame>
    );
  return (
    <SignInFrame staff>
      <SignInCard
        title={t`Login`}
        subtitle={t`Staff`}
        onSubmit={() =>
          valid && login.mutate({ loginName: values.loginName.trim(), password: values.password })
        }
      >
        {search.get('comingFromResetPass') === '1' && (
          <Note tone="moss" icon={IconCircleCheck}>
            <Trans>Use your new password to login</Trans>
          </Note>
        )}
        <TextInput
          {...input('loginName')}
          label={t`User name`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <PasswordInput
            {...input('password')}
            {...showPassword}
            label={t`Password`}
            autoComplete="current-password"
          />
          <Anchor component={Link} to="/adminForgotPassword" className={classes.link} mt={8}>
            <Trans>Forgot password?</Trans>
          </Anchor>
        </div>
        <CallError error={login.error} />
        <Button type="submit" size="md" fullWidth disabled={!valid} loading={login.isPending}>
          <Trans>Login</Trans>
        </Button>
      </SignInCard>
    </SignInFrame>
  );
}
