import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import type { Exam } from '@portal/contract/exams/exam';
import { sessionCard } from '@portal/contract/sessions/session-card';
import type { OpenedSession } from '@portal/contract/sessions/sessions';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { useState } from 'react';
import { useAnswer, useCommand } from '../api/calls.ts';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { longSessionText } from '../format/dates.ts';
import { readSession } from '../session/session.ts';
import { openSessionsCall } from '../sessions/open-sessions.ts';
import { CallError } from '../ui/feedback.tsx';
import { EntryStanding, isOpenEntry } from './entry-standing.tsx';
import { joinCall, waitingListCall } from './waiting-calls.ts';
import classes from './waiting-list.module.css';

interface WaitForSessionProps {
  exam: Exam;
  sessions: readonly OpenedSession[];
}

/** Full sessions that can be waited for with this exam, and the place in their lines. O-18 */
export function WaitForSession(props: WaitForSessionProps) {
  return can(readSession(), 'waiting_list.join') ? <Lines {...props} /> : null;
}

function Lines({ exam, sessions }: WaitForSessionProps) {
  const waiting = useAnswer(waitingListCall, {});
  const own = (waiting.data?.entries ?? []).filter(
    (entry) => entry.registrationId === exam.registration_id && isOpenEntry(entry),
  );
  const shown = sessions.flatMap((session) => {
    const entry = own.find(({ testSessionId }) => testSessionId === session.testSessionId);
    const canJoin = session.waiting.canJoin && sessionCard(session, exam).kind === 'full';
    return entry || canJoin ? [{ session, entry }] : [];
  });
  const { registration_id: registrationId } = exam;
  if (registrationId === null || shown.length === 0) return null;
  return (
    <section className={classes.lines} aria-label={t`Waiting list`}>
      <Text fw={600}>
        <Trans>Waiting list</Trans>
      </Text>
      {shown.map(({ session, entry }) => (
        <Line
          key={session.testSessionId}
          session={session}
          entry={entry}
          registrationId={registrationId}
          offerHours={waiting.data?.offerHours ?? 0}
        />
      ))}
    </section>
  );
}

interface LineProps {
  session: OpenedSession;
  entry: WaitingEntry | undefined;
  registrationId: number;
  offerHours: number;
}

const refreshes = [waitingListCall, openSessionsCall];

function Line({ session, entry, registrationId, offerHours }: LineProps) {
  const [asking, setAsking] = useState(false);
  const join = useCommand(joinCall, { refreshes, onDone: () => setAsking(false) });
  const { testSessionId } = session;
  const when = longSessionText(session.date, session.testSessionTime);
  return (
    <div className={classes.line}>
      <Text>{when}</Text>
      {entry ? (
        <EntryStanding entry={entry} when={when} />
      ) : (
        <Button
          variant="light"
          size="xs"
          aria-label={t`Join waiting list: ${when}`}
          onClick={() => setAsking(true)}
        >
          <Trans>Join waiting list</Trans>
        </Button>
      )}
      <ModalFrame
        title={t`Join waiting list`}
        opened={asking}
        onClose={() => setAsking(false)}
        busy={join.isPending}
        foot={
          <Button
            loading={join.isPending}
            onClick={() => join.mutate({ registrationId, testSessionId })}
          >
            <Trans>Join</Trans>
          </Button>
        }
      >
        <Text>{when}</Text>
        <Text my="sm">
          <Trans>
            You pay nothing now. If a place comes free you get {offerHours} hours to accept.
          </Trans>
        </Text>
        <CallError error={join.error} />
      </ModalFrame>
    </div>
  );
}
