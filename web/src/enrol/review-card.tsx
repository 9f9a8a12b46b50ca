import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { SignInCard } from '../shared/sign-in/sign-in-card.tsx';
import { Note } from '../shared/ui/feedback.tsx';
import classes from './enrol.module.css';

interface ReviewCardProps {
  facts: readonly (readonly [label: string, value: string])[];
  /** The bot check; null once it is passed. */
  check: ReactNode;
  trouble: ReactNode;
  busy: boolean;
  onBack: () => void;
  onSave: () => void;
}

/** The second step of S-06: everything once more, the bot check, 'Save'. R-059. */
export function ReviewCard({ facts, check, trouble, busy, onBack, onSave }: ReviewCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <SignInCard
      title={t`Review your details`}
      titleRef={heading}
      subtitle={t`Please review your details to make sure they are accurate.`}
      onSubmit={onSave}
    >
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {check ?? (
        <Note tone="moss" icon={IconCircleCheck}>
          <Trans>The check is passed.</Trans>
        </Note>
      )}
      {trouble}
      <div className={classes.foot}>
        <Button
          variant="default"
          size="md"
          leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />}
          onClick={onBack}
          disabled={busy}
        >
          <Trans>Go back</Trans>
        </Button>
        <Button type="submit" size="md" loading={busy}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </SignInCard>
  );
}
