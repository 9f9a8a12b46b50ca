import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { creditGroups, useCredits } from '../shared/api/student.ts';
import { useMayFor, useStudentPaths } from '../shared/api/student-in-view.tsx';
import { CreditCount } from '../shared/ui/coin.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';

/** The credits held, with their split and the special packages. */
export function CreditsCard() {
  const credits = useCredits();
  const paths = useStudentPaths();
  const mayBuy = useMayFor('credit.buy');
  if (credits.isPending) return <BlockSkeleton height={160} />;
  return (
    <Card component="section" aria-labelledby="account-credits">
      <Title order={2} id="account-credits" mb="sm">
        <Trans>Credits</Trans>
      </Title>
      <CallError
        error={credits.error}
        onRetry={() => void credits.refetch()}
        busy={credits.isFetching}
      />
      {credits.data && (
        <div className={classes.credits}>
          <CreditCount count={credits.data.totalCredits} pill />
          {credits.data.vendorSpecificPackage && (
            <dl className={classes.split}>
              {creditGroups.map(({ group, label }) => (
                <div key={group}>
                  <dt>{label}</dt>
                  <dd className="num">{credits.data.creditsDetails[group]}</dd>
                </div>
              ))}
            </dl>
          )}
          {credits.data.specialPackages.length > 0 && (
            <div>
              <Text c="dimmed" size="sm">
                <Trans>Special packages</Trans>
              </Text>
              {credits.data.specialPackages.map(({ id, display_name }) => (
                <Text key={id}>{display_name}</Text>
              ))}
            </div>
          )}
          {mayBuy && (
            <Button component={Link} to={paths.packages} variant="default">
              <Trans>Pricing</Trans>
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
