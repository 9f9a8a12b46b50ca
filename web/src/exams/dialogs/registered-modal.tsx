import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import {
  IconAlertTriangle,
  IconCalendarPlus,
  IconCircleCheck,
  IconClock,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../../shared/exams/exam-heading.tsx';
import { creditsText, money } from '../../shared/format/money.ts';
import { AddToCalendar } from '../../shared/sessions/add-to-calendar.tsx';
import { freeUntil } from '../../shared/sessions/free-until.ts';
import { CallError, Note } from '../../shared/ui/feedback.tsx';
import { SessionTicket } from '../details/session-ticket.tsx';
import { UndoRegistration } from '../registering/undo-registration.tsx';
import classes from './registered-modal.module.css';

/** The outcome of a registration. */
export interface Result {
  /** The current row. */
  exam: Exam;
  creditsLeft: number;
  /** Dollars that were paid by card; null: none. */
  paid: { amount: number; card: string | null } | null;
  /** The session that was booked with it. */
  session: Session | null;
  /** Why no session was booked, when the student wanted one. */
  error: string | null;
  /** Registered with credits alone a moment ago, so it can be taken back. */
  canUndo: boolean;
}

interface RegisteredModalProps {
  result: Result;
  onSchedule: (exam: Exam) => void;
  onClose: () => void;
}

/**
 * The last step of registering: the result, the payment, the remaining credits and the next step.
 */
export function RegisteredModal({ result, onSchedule, onClose }: RegisteredModalProps) {
  const { exam, creditsLeft, paid, session, error } = result;
  const [undoError, setUndoError] = useState<Error | null>(null);
  const free = session && freeUntil(exam);
  const maySchedule = session === null && isAllowed(exam, 'schedule');
  return (
    <ModalFrame
      title={session ? t`Your session is booked` : t`You are registered`}
      opened
      onClose={onClose}
      foot={
        <>
          <Button variant={maySchedule ? 'default' : 'filled'} onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          {maySchedule && (
            <Button
              leftSection={<IconCalendarPlus size={18} stroke={1.8} aria-hidden="true" />}
              onClick={() => onSchedule(exam)}
            >
              <Trans>Choose a session</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className={classes.body}>
        <ExamHeading exam={exam} note={creditsText(exam.credits)} />
        {error && (
          <Note tone="brass" icon={IconAlertTriangle}>
            {error}
          </Note>
        )}
        {session && (
          <SessionTicket session={session}>
            <AddToCalendar registrationId={exam.registration_id} />
          </SessionTicket>
        )}
        {free && (
          <Note tone={free.isLost ? 'brass' : 'slate'} icon={IconClock}>
            {free.text}
          </Note>
        )}
        <dl className={classes.lines}>
          {paid && (
            <div>
              <dt>{paid.card ? t`Paid with ${paid.card}` : t`Paid`}</dt>
              <dd>{money(paid.amount)}</dd>
            </div>
          )}
          <div>
            <dt>
              <Trans>Credits left</Trans>
            </dt>
            <dd>{creditsLeft}</dd>
          </div>
        </dl>
        <Note tone="moss" icon={IconCircleCheck}>
          {nextSentence({ paid, session, maySchedule })}
        </Note>
        {result.canUndo && (
          <span className={classes.undo}>
            <UndoRegistration exam={exam} onUndone={onClose} onError={setUndoError} />
            <CallError error={undoError} />
          </span>
        )}
      </div>
    </ModalFrame>
  );
}

function nextSentence({
  paid,
  session,
  maySchedule,
}: Pick<Result, 'paid' | 'session'> & { maySchedule: boolean }): string {
  const mailed = paid ? t`Your receipt is on its way by email.` : '';
  if (session)
    return t`${mailed} The confirmation with a calendar entry comes by email too.`.trim();
  return maySchedule
    ? t`${mailed} Next, choose when to take the exam.`.trim()
    : mailed || t`All set.`;
}
