import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { IconAlertTriangle, IconDoorEnter, IconId, IconMapPin } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useStudentPaths } from '../shared/api/student-in-view.tsx';
import { ResultModal } from '../shared/dialogs/result-modal.tsx';
import { markAnnounced } from '../shared/exams/announced-changes.ts';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { durationText, longSessionText, sessionText } from '../shared/format/dates.ts';
import { PaidCard, type PaidFor } from '../shared/payments/result/paid-card.tsx';
import { AddToCalendar } from '../shared/sessions/add-to-calendar.tsx';
import { CalendarTile } from '../shared/sessions/calendar-tile.tsx';
import { freeUntil } from '../shared/sessions/free-until.ts';
import { placeText } from '../shared/sessions/place-text.ts';
import { Note } from '../shared/ui/feedback.tsx';
import classes from './booked-result.module.css';

/** A session that was just booked. */
export interface Booked {
  /** The current row. */
  exam: Exam;
  session: Session;
  /** Null: there was nothing to pay. */
  paid: PaidFor | null;
}

/** Says the booking in its result; `isSilent`: there is none, and the list says it. */
export function noteBooked({ id }: Exam, isSilent: boolean): void {
  if (!isSilent) markAnnounced(id);
}

/** The time and place of the session, the payment, and until when changes are free. */
export function BookedResult({
  booked: { exam, session, paid },
  onClose,
}: {
  booked: Booked;
  onClose: () => void;
}) {
  const paths = useStudentPaths();
  const { date, testSessionTime } = session;
  const isAtLocation = session.sessionType === '21';
  const free = freeUntil(exam);
  return (
    <ResultModal
      title={paid ? t`Paid and booked` : t`Booked`}
      lead={
        <Trans>
          <b>Your session is booked for {sessionText(date, testSessionTime)}.</b> The details come
          by email.
        </Trans>
      }
      onClose={onClose}
      next={
        <Button component={Link} to={`${paths.exams}?myexams=${exam.id}`} replace onClick={onClose}>
          <Trans>My exams</Trans>
        </Button>
      }
    >
      <ExamHeading exam={exam} note={durationText(exam.examDuration)} />
      <section className={classes.sitting} aria-label={t`Your session`}>
        <CalendarTile day={date} />
        <div className={classes.facts}>
          <span className={classes.when}>{longSessionText(date, testSessionTime)}</span>
          <span className={classes.fact}>
            <IconMapPin size={18} stroke={1.8} aria-hidden="true" />
            {placeText(session)}
          </span>
          {isAtLocation && (
            <span className={classes.fact}>
              <IconDoorEnter size={18} stroke={1.8} aria-hidden="true" />
              <Trans>Sign in 15 minutes before</Trans>
            </span>
          )}
          {isAtLocation && (
            <span className={classes.fact}>
              <IconId size={18} stroke={1.8} aria-hidden="true" />
              <Trans>Bring a photo ID</Trans>
            </span>
          )}
        </div>
        <AddToCalendar registrationId={exam.registration_id} />
      </section>
      {free?.isLost && (
        <Note tone="brass" icon={IconAlertTriangle}>
          {free.text}
        </Note>
      )}
      {free && !free.isLost && <p className={classes.free}>{free.text}</p>}
      {paid && <PaidCard paid={paid} />}
    </ResultModal>
  );
}
