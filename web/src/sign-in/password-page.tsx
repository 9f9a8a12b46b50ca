import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, PasswordInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { isNewPassword, passwordHint } from '../shared/forms/fields.ts';
import { PasswordChecklist } from '../shared/forms/password-checklist.tsx';
import { newPasswordField } from '../shared/forms/show-password.ts';
import { useFields } from '../shared/forms/use-fields.ts';
import { UsernameField } from '../shared/forms/username-field.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in/sign-in-frame.tsx';
import { BlockSkeleton, CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { useLink, useSetPassword, useSetStaffPassword } from './api.ts';
import { NewLinkForm } from './new-link-form.tsx';
import { UnconfirmedResetCard } from './unconfirmed-reset-card.tsx';

interface Way {
  type: 'create' | 'reset';
  who: 'student' | 'staff';
  title: string;
  /** The target for a link that no longer works. R-026. */
  again: string;
  login: string;
}

const create: Way = {
  type: 'create',
  who: 'student',
  title: t`Create password`,
  again: '/login',
  login: '/login',
};
const reset: Way = {
  type: 'reset',
  who: 'student',
  title: t`Reset password`,
  again: '/forgotPassword',
  login: '/login?comingFromResetPass=1',
};
const staffLogin = '/admin?comingFromResetPass=1';
const staffCreate: Way = {
  type: 'create',
  who: 'staff',
  title: t`Create password`,
  again: '/admin',
  login: staffLogin,
};
const staffReset: Way = {
  type: 'reset',
  who: 'staff',
  title: t`Reset password`,
  again: '/adminForgotPassword',
  login: staffLogin,
};

/** S-04 */
export const CreatePage = () => <PasswordPage way={create} />;
/** S-05 */
export const ResetPage = () => <PasswordPage way={reset} />;
/** */
export const StaffCreatePage = () => <PasswordPage way={staffCreate} />;
/** */
export const StaffResetPage = () => <PasswordPage way={staffReset} />;

const linkOver = t`This link is no longer valid. Please request a new one.`;

function PasswordPage({ way }: { way: Way }) {
  useTitle(way.title);
  const { userId = '', token = '' } = useParams();
  const link = useLink(Number(userId), token, way.who);
  return (
    <SignInFrame staff={way.who === 'staff'}>
      {link.isPending ? (
        <BlockSkeleton height={280} />
      ) : link.data?.type === way.type ? (
        'identityNeeded' in link.data && link.data.identityNeeded ? (
          <UnconfirmedResetCard
            title={way.title}
            id={Number(userId)}
            token={token}
            passwordTrouble={passwordTrouble}
          />
        ) : (
          <PasswordCard
            way={way}
            id={Number(userId)}
            token={token}
            loginName={'loginName' in link.data ? link.data.loginName : null}
          />
        )
      ) : (
        <LinkTrouble way={way} error={link.error} onRetry={() => void link.refetch()} />
      )}
    </SignInFrame>
  );
}

/**
 * A link that is used or too old needs a new one; one that could not be checked can be looked at
 * again.
 */
function LinkTrouble({
  way,
  error,
  onRetry,
}: {
  way: Way;
  error: ReturnType<typeof useLink>['error'];
  onRetry: () => void;
}) {
  const refused = !error || error.code === 'token_invalid' || error.code === 'invalid';
  return (
    <SignInCard title={way.title}>
      <CallError
        error={refused ? new Error(linkOver) : error}
        onRetry={refused ? undefined : onRetry}
      />
      {refused && way.type === 'reset' && <NewLinkForm who={way.who} />}
      {refused && (
        <Button
          component={Link}
          to={way.again}
          size="md"
          fullWidth
          variant={way.type === 'reset' ? 'default' : 'filled'}
        >
          <Trans>Try again</Trans>
        </Button>
      )}
    </SignInCard>
  );
}

const passwordTrouble = t`Use at least one letter, one number and one of these symbols: @$!%*#?&,./<>':`;

function PasswordCard({
  way,
  id,
  token,
  loginName,
}: {
  way: Way;
  id: number;
  token: string;
  /** Of staff; a student's link does not say the address. */
  loginName: string | null;
}) {
  const student = useSetPassword();
  const staff = useSetStaffPassword();
  const { data, error, isPending } = way.who === 'student' ? student : staff;
  const { values, valid, input } = useFields({
    password: (value) => (isNewPassword(value) ? null : passwordTrouble),
  });
  const save = () => {
    const given = { password: values.password, type: way.type, token };
    if (way.who === 'student') student.mutate({ ...given, studentId: id });
    else staff.mutate({ ...given, userId: id });
  };
  if (data) {
    return (
      <SignInCard title={way.title}>
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            {data.message}
          </Note>
        </Outcome>
        <Button component={Link} to={way.login} size="md" fullWidth>
          <Trans>Go to login</Trans>
        </Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={way.title} subtitle={passwordHint} onSubmit={() => valid && save()}>
      {loginName !== null && <UsernameField value={loginName} />}
      <PasswordInput
        {...input('password')}
        {...newPasswordField}
        label={t`Password`}
        aria-describedby="password-needs"
      />
      <PasswordChecklist password={values.password} id="password-needs" />
      <CallError error={error} />
      <Button type="submit" size="md" fullWidth disabled={!valid} loading={isPending}>
        <Trans>Save</Trans>
      </Button>
    </SignInCard>
  );
}
