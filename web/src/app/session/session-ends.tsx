import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { send } from '../../shared/api/client.ts';
import { locationsCall } from '../../shared/api/student.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { readSession } from '../../shared/session/session.ts';
import { sessionTimes } from '../../shared/session/session-clock.ts';
import { useLogout } from '../menu/use-logout.ts';

const SECOND = 1000;

/** '1:45' */
const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

function useSecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * Shown two minutes before the session ends: any answer but 'Logout' keeps the person signed in.
 */
export function SessionEnds(_: { onClose: () => void }) {
  const now = useSecond();
  const [isStaying, setStaying] = useState(false);
  const [isSeen, setSeen] = useState(false);
  const { staff, student } = readSession();
  const { signOut, busy } = useLogout(staff && !student ? 'staff' : 'student');
  const times = sessionTimes();
  if (!times || isSeen) return null;
  const left = times.endsAt - now;
  // after eight hours nothing puts the end off any more
  const isLast = times.latestAt <= times.endsAt;
  const stay = () => {
    if (isLast) return setSeen(true);
    setStaying(true);
    send(locationsCall, {})
      .catch(() => {}) // an expired session shows itself; an outage leaves the dialog open
      .finally(() => setStaying(false));
  };
  return (
    <ModalFrame
      title={isLast ? t`You have to log in again soon` : t`Are you still there?`}
      opened
      onClose={stay}
      busy={isStaying || busy}
      foot={
        isLast ? (
          <Button onClick={stay} data-autofocus>
            <Trans>Go on</Trans>
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={signOut} loading={busy} disabled={isStaying}>
              <Trans>Logout</Trans>
            </Button>
            <Button onClick={stay} loading={isStaying} disabled={busy} data-autofocus>
              <Trans>Stay logged in</Trans>
            </Button>
          </>
        )
      }
    >
      <Text role="alert">
        {isLast
          ? t`You have been logged in for a long time.`
          : t`Nothing was done here for a while.`}
      </Text>
      <Text mt="xs" aria-live="off">
        {isLast ? (
          <Trans>
            You will be asked to log in again in <b className="num">{clockText(left)}</b>. What you
            typed stays, except card details.
          </Trans>
        ) : (
          <Trans>
            You will be logged out in <b className="num">{clockText(left)}</b>. What you typed
            stays, except card details.
          </Trans>
        )}
      </Text>
    </ModalFrame>
  );
}
