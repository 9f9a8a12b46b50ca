import { Anchor, Button, Group } from '@mantine/core';
import { can } from '@portal/access/can';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { clockText, longSessionText, shortDayText, timeText } from '../../shared/format/dates.ts';
import { placeOf } from '../../shared/format/office-place.ts';
import { HistoryModal } from '../../shared/history/history-modal.tsx';
import { readSession } from '../../shared/session/session.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { genderTexts, type OfficeSession, takenText, typeTexts, useSession } from '../api.ts';
import classes from '../calendar.module.css';
import { roomsText } from './rooms.ts';
import { StateBadge } from './state-badge.tsx';
import { STATE_LABELS, useStateQuestion } from './state-question.tsx';
import { useSetState } from './use-set-state.ts';

interface SessionModalProps {
  sessionId: number;
  onEdit: (session: OfficeSession) => void;
  onMove: (session: OfficeSession) => void;
  onCallOff: (session: OfficeSession) => void;
  onClose: () => void;
}

const ACTIONS = ['publish', 'open', 'close', 'deleteDraft'] as const;

/** A session of the calendar: its facts, its occupancy and its actions. */
export function SessionModal({ sessionId, onEdit, onMove, onCallOff, onClose }: SessionModalProps) {
  const found = useSession(sessionId);
  const [showsHistory, setShowsHistory] = useState(false);
  const set = useSetState({ onDeleted: onClose });
  const { ask, question } = useStateQuestion(set);
  const session = found.data?.session;
  const keepsDay = can(readSession(), 'session_day.keep');
  if (question) return question;
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
      width={640}
      foot={
        session &&
        session.actions.length > 0 && (
          <>
            {ACTIONS.filter((action) => session.actions.includes(action)).map((action) => (
              <Button key={action} variant="default" onClick={() => ask(session, action)}>
                {STATE_LABELS[action]}
              </Button>
            ))}
            {session.actions.includes('callOff') && (
              <Button variant="default" onClick={() => onCallOff(session)}>
                Call off
              </Button>
            )}
            {session.actions.includes('move') && (
              <Button variant="default" onClick={() => onMove(session)}>
                Move
              </Button>
            )}
            {session.actions.includes('edit') && (
              <Button onClick={() => onEdit(session)}>Edit</Button>
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
          <Group mt="md" gap="lg">
            {keepsDay && session.state !== 'draft' && (
              <Anchor component={Link} to={`/admin/session/${session.testSessionId}`}>
                Students and check-in
              </Anchor>
            )}
            <Anchor component="button" type="button" onClick={() => setShowsHistory(true)}>
              History
            </Anchor>
          </Group>
        </>
      )}
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
    ['Rooms', roomsText(session)],
    [
      'Special places',
      session.specialPlaces > 0 ? `${session.specialTaken}/${session.specialPlaces} taken` : null,
    ],
    ['Held', session.held > 0 ? `${session.held}` : null],
    ['Waiting', session.waiting > 0 ? `${session.waiting}` : null],
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
