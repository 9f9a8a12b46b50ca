import { Trans } from '@lingui/react/macro';
import { Loader, Paper, Text } from '@mantine/core';
import { useIsRepeating } from '../shared/api/repeating.ts';
import classes from './repeating-notice.module.css';

/**
 * Shows that the portal is retrying, so that the person neither wonders about a pending button nor
 * presses it twice.
 */
export function RepeatingNotice() {
  const isRepeating = useIsRepeating();
  return (
    <div role="status" className={classes.place}>
      {isRepeating && (
        <Paper className={classes.notice} withBorder shadow="sm" radius="xl">
          <Loader size={16} aria-hidden="true" />
          <Text size="sm">
            <Trans>The portal is taking longer than usual. Trying again…</Trans>
          </Text>
        </Paper>
      )}
    </div>
  );
}
