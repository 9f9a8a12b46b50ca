import { Button, Text } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ConfirmModal } from '../shared/dialogs/confirm-modal.tsx';
import { instantText } from '../shared/format/dates.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { changeSecurityCall, type Security, securityCall } from './api.ts';
import classes from './security.module.css';

type Session = Security['sessions'][number];

const nameOf = ({ device }: Session): string => device ?? 'Unknown device';

const factsOf = ({ ip, since, lastSeen, remembered }: Session): string =>
  [
    ip,
    `since ${instantText(since)}`,
    `last seen ${instantText(lastSeen)}`,
    remembered ? 'remembered' : null,
  ]
    .filter((fact) => fact !== null)
    .join(', ');

/** Where the account is signed in, and the way to end that. */
export function Sessions({ security: { sessions } }: { security: Security }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useCommand(changeSecurityCall, {
    refreshes: [securityCall],
    onDone: () => heading.current?.focus(), // the button that was pressed goes
  });
  const [isAsking, setAsking] = useState(false);
  const others = sessions.filter(({ current }) => !current).length;
  const running = end.isPending ? (end.variables.sessionKey ?? 'others') : null;
  return (
    <section className={classes.part} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Sessions
      </h2>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.sessionKey}>
            <IconDevices size={22} stroke={1.6} aria-hidden="true" />
            <span className={classes.words}>
              <span>
                {nameOf(session)}
                {session.current && <b> This device</b>}
              </span>
              <Text component="span" c="dimmed" size="sm">
                {factsOf(session)}
              </Text>
            </span>
            {!session.current && (
              <Button
                variant="default"
                size="xs"
                loading={running === session.sessionKey}
                disabled={running !== null && running !== session.sessionKey}
                aria-label={`End ${nameOf(session)}, ${instantText(session.since)}`}
                onClick={() => end.mutate({ action: 'endSession', sessionKey: session.sessionKey })}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CallError error={end.error} />
      {others > 0 && (
        <Button
          variant="default"
          className={classes.all ?? ''}
          loading={running === 'others'}
          disabled={running !== null && running !== 'others'}
          onClick={() => setAsking(true)}
        >
          End all others
        </Button>
      )}
      {isAsking && others > 0 && (
        <ConfirmModal
          title="End all other sessions?"
          keep="Keep sessions"
          confirm={`End ${others} ${others === 1 ? 'session' : 'sessions'}`}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            end.mutate({ action: 'endOthers' });
          }}
        >
          <Text>
            {others === 1 ? '1 device is' : `${others} devices are`} signed out at once. Work there
            that was not saved is lost.
          </Text>
        </ConfirmModal>
      )}
    </section>
  );
}
