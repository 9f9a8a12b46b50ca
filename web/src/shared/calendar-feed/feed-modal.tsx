import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAnswer, useCommand } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { instantText } from '../format/dates.ts';
import { BlockSkeleton, CallError } from '../ui/feedback.tsx';
import classes from './feed.module.css';
import { FeedAddress } from './feed-address.tsx';

type Action = 'make' | 'renew' | 'revoke';

interface FeedModalProps {
  opened: boolean;
  onClose: () => void;
  /** Of staff: the branch; null: none is chosen yet. Students have none. */
  locationId?: number | null;
  /** Shown above, e.g. the choice of a branch. */
  children?: ReactNode;
}

/** OM-20: the address from which a calendar reads sessions. Remount it for each opening. */
export function FeedModal({ opened, onClose, locationId, children }: FeedModalProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ModalFrame title={t`Calendar feed`} opened={opened} onClose={onClose} busy={isBusy}>
      <Stack gap="md">
        <Text>
          <Trans>
            Add one address to the calendar of your phone or computer, and it shows the sessions by
            itself, with every change within some hours.
          </Trans>
        </Text>
        {children}
        {locationId !== null && (
          <Feed
            key={locationId}
            of={locationId === undefined ? {} : { locationId }}
            onBusy={setIsBusy}
          />
        )}
      </Stack>
    </ModalFrame>
  );
}

interface FeedProps {
  of: { locationId?: number };
  onBusy: (isBusy: boolean) => void;
}

/** The state of a feed, and its actions. */
function Feed({ of, onBusy }: FeedProps) {
  // never from the cache: calendars read the feed without this page knowing
  const feed = useAnswer(api.getCalendarFeed, of, { fresh: 0 });
  const [asks, setAsks] = useState<Exclude<Action, 'make'> | null>(null);
  const change = useCommand(api.changeCalendarFeed, {
    refreshes: [api.getCalendarFeed],
    onDone: () => setAsks(null),
  });
  const run = (action: Action) => {
    onBusy(true);
    change.mutate({ ...of, action }, { onSettled: () => onBusy(false) });
  };
  if (feed.isPending) return <BlockSkeleton height={96} />;
  if (!feed.data)
    return (
      <CallError error={feed.error} onRetry={() => void feed.refetch()} busy={feed.isFetching} />
    );
  const { exists, createdAt, lastRead } = feed.data;
  const { url = null, webcal = null } = change.data ?? {};
  return (
    <>
      <div role="status">
        {url && webcal && <FeedAddress key={url} url={url} webcal={webcal} />}
        {change.isSuccess && url === null && (
          <Text>
            {change.variables.action === 'revoke' ? (
              <Trans>The address was ended. Calendars do not show the sessions any more.</Trans>
            ) : (
              <Trans>The address was made, but did not reach this page. Please renew it.</Trans>
            )}
          </Text>
        )}
      </div>
      {exists && url === null && createdAt && (
        <Text>
          {lastRead ? (
            <Trans>
              There is an address, made {instantText(createdAt)} and last read{' '}
              {instantText(lastRead)}. It was shown when it was made, and is not kept.
            </Trans>
          ) : (
            <Trans>
              There is an address, made {instantText(createdAt)}. No calendar has read it yet. It
              was shown when it was made, and is not kept.
            </Trans>
          )}
        </Text>
      )}
      <CallError error={change.error} />
      {!exists && url === null && (
        <Button
          className={classes.action ?? ''}
          loading={change.isPending}
          onClick={() => run('make')}
        >
          <Trans>Make address</Trans>
        </Button>
      )}
      {exists && asks === null && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setAsks('renew')}>
            <Trans>Renew</Trans>
          </Button>
          <Button variant="default" onClick={() => setAsks('revoke')}>
            <Trans>Revoke</Trans>
          </Button>
        </div>
      )}
      {asks !== null && (
        <div className={classes.question}>
          <Text>
            {asks === 'renew'
              ? t`The old address ends at once. Calendars that use it need the new one.`
              : t`The address ends at once. Calendars that use it show nothing new.`}
          </Text>
          <div className={classes.actions}>
            <Button variant="default" autoFocus onClick={() => setAsks(null)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button color="garnet" loading={change.isPending} onClick={() => run(asks)}>
              {asks === 'renew' ? t`Renew address` : t`Revoke address`}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
