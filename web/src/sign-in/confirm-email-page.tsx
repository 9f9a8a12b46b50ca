import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { useCommand } from '../shared/api/calls.ts';
import { api, isRefusal } from '../shared/api/client.ts';
import { useTitle } from '../shared/page/use-title.ts';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in/sign-in-frame.tsx';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';

const TITLE = t`Confirm your email address`;

/**
 * The target of a link emailed to a new address. Confirming needs a press: mail scanners open links
 * too.
 */
export function ConfirmEmailPage() {
  useTitle(TITLE);
  const { userId = '', token = '' } = useParams();
  const confirm = useCommand(api.confirmEmailChange);
  const isOver = isRefusal(confirm.error, 'token_invalid');
  if (confirm.data)
    return (
      <SignInFrame>
        <SignInCard title={TITLE}>
          <Outcome>
            <Note tone="moss" icon={IconCircleCheck}>
              <Trans>
                From now on you log in with <b>{confirm.data.email}</b>. For your security you were
                logged out everywhere.
              </Trans>
            </Note>
          </Outcome>
          <Button component={Link} to="/login" size="md" fullWidth>
            <Trans>Log in</Trans>
          </Button>
        </SignInCard>
      </SignInFrame>
    );
  return (
    <SignInFrame>
      <SignInCard
        title={TITLE}
        subtitle={t`You will log in to the portal with this address.`}
        onSubmit={() => !confirm.isPending && confirm.mutate({ studentId: Number(userId), token })}
      >
        <CallError error={confirm.error} />
        {isOver ? (
          <Button component={Link} to="/myaccount" size="md" fullWidth>
            <Trans>Ask for a new link in My account</Trans>
          </Button>
        ) : (
          <Button type="submit" size="md" fullWidth loading={confirm.isPending}>
            <Trans>Confirm this address</Trans>
          </Button>
        )}
      </SignInCard>
    </SignInFrame>
  );
}
