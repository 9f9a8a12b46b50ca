import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import classes from './account-page.module.css';

const FeedModal = lazyDialog(
  async () => (await import('../shared/calendar-feed/feed-modal.tsx')).FeedModal,
);

/** The way to the own sessions in another calendar. O-19 */
export function CalendarFeedCard() {
  /** Remounts the dialog for each opening. */
  const [round, setRound] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card component="section" aria-labelledby="account-calendar">
      <Title order={2} id="account-calendar" mb="sm">
        <Trans>Calendar</Trans>
      </Title>
      <Text mb="sm">
        <Trans>Your sessions in the calendar of your phone or computer, always up to date.</Trans>
      </Text>
      <Button
        variant="default"
        className={classes.own ?? ''}
        leftSection={<IconCalendarShare size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => {
          setRound(round + 1);
          setIsOpen(true);
        }}
      >
        <Trans>Calendar feed</Trans>
      </Button>
      {round > 0 && <FeedModal key={round} opened={isOpen} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}
