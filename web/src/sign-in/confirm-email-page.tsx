import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { useCommand } from '../shared/api/calls.ts';
import { api, isRefusal } from '../shared/api/client.ts';
import { useTitle } from '../shared/page/use-title.ts';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in/sign-in-frame.tsx';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';

const TITLE = 'Confirm your email address';

/**
 * Where the link leads that was mailed to a new address. It is confirmed by a press: programs that
 * look at mails open links too.
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
              From now on you log in with <b>{confirm.data.email}</b>. For your security you were
              logged out everywhere.
            </Note>
          </Outcome>
          <Button component={Link} to="/login" size="md" fullWidth>
            Log in
          </Button>
        </SignInCard>
      </SignInFrame>
    );
  return (
    <SignInFrame>
      <SignInCard
        title={TITLE}
        subtitle="You will log in to the portal with this address."
        onSubmit={() => !confirm.isPending && confirm.mutate({ studentId: Number(userId), token })}
      >
        <CallError error={confirm.error} />
        {isOver ? (
          <Button component={Link} to="/myaccount" size="md" fullWidth>
            Ask for a new link in My account
          </Button>
        ) : (
          <Button type="submit" size="md" fullWidth loading={confirm.isPending}>
            Confirm this address
          </Button>
        )}
      </SignInCard>
    </SignInFrame>
  );
}
