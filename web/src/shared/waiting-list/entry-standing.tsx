import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { useState } from 'react';
import { useCommand } from '../api/calls.ts';
import { ConfirmModal } from '../dialogs/confirm-modal.tsx';
import { instantText } from '../format/dates.ts';
import { openSessionsCall } from '../sessions/open-sessions.ts';
import { CallError } from '../ui/feedback.tsx';
import { leaveCall, waitingListCall } from './waiting-calls.ts';

const refreshes = [waitingListCall, openSessionsCall];

/** Whether an entry is in line or has an offer. */
export const isOpenEntry = ({ state }: Pick<WaitingEntry, 'state'>): boolean =>
  state === 'waiting' || state === 'offered';

/** The student's position in a waiting list, and the button to leave it. O-18 */
export function EntryStanding({ entry, when }: { entry: WaitingEntry; when: string }) {
  const [asks, setAsks] = useState(false);
  const leave = useCommand(leaveCall, { refreshes, onDone: () => setAsks(false) });
  return (
    <>
      <Text aria-live="polite">
        <Standing entry={entry} />
      </Text>
      <Button
        variant="default"
        size="xs"
        aria-label={t`Leave the waiting list of ${when}`}
        onClick={() => setAsks(true)}
      >
        <Trans>Leave waiting list</Trans>
      </Button>
      {asks && (
        <ConfirmModal
          title={t`Give up your place in line?`}
          keep={t`Keep place`}
          confirm={t`Leave waiting list`}
          busy={leave.isPending}
          onClose={() => setAsks(false)}
          onConfirm={() => leave.mutate({ waitingId: entry.waitingId })}
        >
          <Text>
            <b>
              <bdi>{entry.subject}</bdi>
            </b>
            , {when}, <bdi>{entry.locationName}</bdi>
          </Text>
          <CallError error={leave.error} />
        </ConfirmModal>
      )}
    </>
  );
}

function Standing({ entry }: { entry: WaitingEntry }) {
  const { position, offerUntil } = entry;
  if (offerUntil !== null) {
    const until = instantText(offerUntil);
    return <Trans>A place is held for you until {until}.</Trans>;
  }
  return <Trans>You are number {position} in line</Trans>;
}
