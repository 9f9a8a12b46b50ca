import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useTitle } from '../shared/page/use-title.ts';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { SignInFrame } from '../shared/sign-in/sign-in-frame.tsx';
import { BlockSkeleton, CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { useColleges } from './api.ts';
import { readInviteLink } from './invite-link.ts';
import { SignUpSteps } from './sign-up-steps.tsx';
import { useInvitation } from './use-invitation.ts';

const title = t`Create account`;
const badLink = new Error('This link is not valid. Please call the office.');

/** S-06: an invited non-member makes an account. */
export function RegisterPage() {
  useTitle(title);
  const link = readInviteLink(useParams());
  const invitation = useInvitation();
  const colleges = useColleges(link !== null);
  const [done, setDone] = useState(false);
  const college = colleges.data?.find(({ id }) => id === link?.collegeId);

  if (done) return <Done />;
  if (!link || (colleges.data && !college)) return <Trouble error={badLink} />;
  if (college)
    return (
      <SignInFrame wide>
        <SignUpSteps
          link={link}
          invitation={invitation}
          college={college.name}
          onDone={() => setDone(true)}
        />
      </SignInFrame>
    );
  if (colleges.error)
    return (
      <Trouble
        error={colleges.error}
        onRetry={() => void colleges.refetch()}
        busy={colleges.isFetching}
      />
    );
  return (
    <SignInFrame wide>
      <BlockSkeleton height={720} />
    </SignInFrame>
  );
}

function Trouble(trouble: { error: Error; onRetry?: () => void; busy?: boolean }) {
  return (
    <SignInFrame>
      <SignInCard title={title}>
        <CallError {...trouble} />
      </SignInCard>
    </SignInFrame>
  );
}

function Done() {
  return (
    <SignInFrame>
      <SignInCard title={title}>
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            <Trans>You are now signed up to JSE. Use your new password to log in.</Trans>
          </Note>
        </Outcome>
        <Button component={Link} to="/login" size="md" fullWidth>
          <Trans>Go to login</Trans>
        </Button>
      </SignInCard>
    </SignInFrame>
  );
}
