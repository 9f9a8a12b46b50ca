import { Anchor, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { StateAction } from '@portal/contract/sessions/office-sessions';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { clockText, longSessionText, shortDayText, timeText } from '../shared/format/dates.ts';
import { HistoryModal } from '../shared/history/history-modal.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import {
  genderTexts,
  type OfficeSession,
  placeOf,
  sessionCall,
  sessionsCall,
  stateCall,
  takenText,
  typeTexts,
  useSession,
} from './api.ts';
import classes from './calendar.module.css';
import { StateBadge } from './state-badge.tsx';

interface SessionModalProps {
  sessionId: number;
  onEdit: (session: OfficeSession) => void;
  onMove: (session: OfficeSession) => void;
  onCallOff: (session: OfficeSession) => void;
  onClose: () => void;
}

const buttons: readonly { action: StateAction; label: string; done: string }[] = [
  { action: 'publish', label: 'Publish', done: 'The session is published.' },
  { action: 'open', label: 'Open', done: 'The session is open.' },
  { action: 'close', label: 'Close', done: 'The session is closed.' },
  { action: 'deleteDraft', label: 'Delete draft', done: 'The draft was deleted.' },
];

/** One session of the calendar: what it is, how full, and what may be done with it. */
export function SessionModal({ sessionId, onEdit, onMove, onCallOff, onClose }: SessionModalProps) {
  const found = useSession(sessionId);
  const [showsHistory, setShowsHistory] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const set = useCommand(stateCall, {
    refreshes: [sessionsCall, sessionCall],
    onDone: ({ results }, { action }) => {
      const [result] = results;
      if (!result?.done) return setRefusal(result?.text ?? null);
      notifications.show({ message: buttons.find((one) => one.action === action)?.done ?? 'Done' });
      if (action === 'deleteDraft') onClose();
    },
  });
  const session = found.data?.session;
  const run = (action: StateAction) => {
    setRefusal(null);
    if (session)
      set.mutate({
        sessions: [{ testSessionId: session.testSessionId, version: session.version }],
        action,
      });
  };
  if (showsHistory && session)
    return (
      <HistoryModal
        name={`${placeOf(session)}, ${shortDayText(session.date)}`}
        logs={found.data?.history}
        onClose={() => setShowsHistory(false)}
      />
    );
  return (
    <ModalFrame
      title={session ? placeOf(session) : 'Session'}
      opened
      onClose={onClose}
      busy={set.isPending}
      width={640}
      foot={
        session &&
        session.actions.length > 0 && (
          <>
            {buttons
              .filter(({ action }) => session.actions.includes(action))
              .map(({ action, label }) => (
                <Button
                  key={action}
                  variant="default"
                  // the dialog has a 'Close' of its own
                  aria-label={action === 'deleteDraft' ? label : `${label} session`}
                  loading={set.isPending && set.variables.action === action}
                  disabled={set.isPending}
                  onClick={() => run(action)}
                >
                  {label}
                </Button>
              ))}
            {session.actions.includes('callOff') && (
              <Button variant="default" disabled={set.isPending} onClick={() => onCallOff(session)}>
                Call off
              </Button>
            )}
            {session.actions.includes('move') && (
              <Button variant="default" disabled={set.isPending} onClick={() => onMove(session)}>
                Move
              </Button>
            )}
            {session.actions.includes('edit') && (
              <Button disabled={set.isPending} onClick={() => onEdit(session)}>
                Edit
              </Button>
            )}
          </>
        )
      }
    >
      {found.error && (
        <CallError
          error={found.error}
          onRetry={() => void found.refetch()}
          busy={found.isFetching}
        />
      )}
      {!session && !found.error && <BlockSkeleton height={220} />}
      {session && (
        <>
          <Facts session={session} />
          <Text mt="md">
            <Anchor component="button" type="button" onClick={() => setShowsHistory(true)}>
              History
            </Anchor>
          </Text>
        </>
      )}
      {refusal && (
        <Text role="alert" c="garnet" mt="sm">
          <bdi>{refusal}</bdi>
        </Text>
      )}
      <CallError error={set.error} />
    </ModalFrame>
  );
}

function Facts({ session }: { session: OfficeSession }) {
  const { closingDate, closingTime, marks } = session;
  const closing =
    closingDate === null
      ? null
      : closingTime === null
        ? shortDayText(closingDate)
        : `${shortDayText(closingDate)}, ${timeText(closingTime)}`;
  const facts: [string, string | null][] = [
    [
      'When',
      `${longSessionText(session.date, session.testSessionTime)} to ${clockText(session.endsAt)}`,
    ],
    ['Day', marks.length > 0 ? marks.map(({ name }) => name).join(', ') : null],
    ['Kind', typeTexts[session.sessionType]],
    ['Title', session.title],
    ['Address', session.address],
    [
      'For',
      `${genderTexts[session.gender]}${session.limitTo1Test ? ', one exam for each student' : ''}`,
    ],
    ['Taken', session.seats === null ? `${takenText(session)} students` : takenText(session)],
    ['Held', session.held > 0 ? `${session.held}` : null],
    ['Free', session.remainingSeats === null ? null : String(session.remainingSeats)],
    ['Proctor', session.proctor],
    ['Closes', closing],
    ['Remark', session.remark],
  ];
  return (
    <dl className={classes.facts}>
      <dt>State</dt>
      <dd>
        <StateBadge state={session.state} />
      </dd>
      {facts.map(([name, fact]) =>
        fact === null ? null : (
          <Fact key={name} name={name}>
            {fact}
          </Fact>
        ),
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </>
);
