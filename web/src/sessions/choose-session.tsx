import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { isRefusal } from '../shared/api/client.ts';
import { useStudentInView } from '../shared/api/student-in-view.tsx';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { useExamRows } from '../shared/exams/exam-rows.ts';
import { durationText, sessionText } from '../shared/format/dates.ts';
import { feesToBook } from '../shared/payments/fees/fees-due.ts';
import { SessionPicker } from '../shared/session-picker/session-picker.tsx';
import { openSessionsCall } from '../shared/sessions/open-sessions.ts';
import { type Choice, useSessionChoice } from '../shared/sessions/use-session-choice.ts';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { scheduleCall } from './api.ts';
import { type Booked, noteBooked } from './booked-result.tsx';
import classes from './choose-session.module.css';

interface ChooseSessionProps {
  exam: Exam;
  /** The cost of a registration that was just made. */
  registered?: string | undefined;
  /** The choice before the person returned to this step. */
  before: Choice | null;
  /** Fees are due first: where the person goes with the session in hand. */
  onPay: (choice: Choice) => void;
  onBooked: (booked: Booked) => void;
  onClose: () => void;
}

/**
 * The branch, then a session of it as a card. The footer repeats the choice in
 * words.
 */
export function ChooseSession({
  exam,
  registered,
  before,
  onPay,
  onBooked,
  onClose,
}: ChooseSessionProps) {
  const rows = useExamRows();
  const { reload } = rows;
  const isForStaff = useStudentInView() !== null;
  // the office is offered the next one that can be booked
  const picking = useSessionChoice(exam, { before, offersNext: isForStaff });
  const { choice, sessions } = picking;
  const schedule = useCommand(scheduleCall, {
    refreshes: [openSessionsCall],
    onDone: (answer) => {
      noteBooked(answer.exam, isForStaff);
      rows.put(answer.exam);
      onBooked({ ...answer, paid: null });
    },
  });
  const { proctorFee, additionalFee } = feesToBook(exam);
  const goOn = () => {
    if (choice === null || exam.registration_id === null) return;
    if (proctorFee + additionalFee > 0) onPay(choice);
    else
      schedule.mutate({
        registrationId: exam.registration_id,
        sessionId: choice.session.testSessionId,
      });
  };
  const { error } = schedule;
  useEffect(() => {
    // the fee became due while the picker was open: with the current row 'Continue' leads to the
    // payment
    if (isRefusal(error, 'fees_due')) reload();
  }, [error, reload]);

  return (
    <ModalFrame
      title={exam.testSessionId === null ? t`Schedule session` : t`Reschedule session`}
      opened
      onClose={onClose}
      width={640}
      busy={schedule.isPending}
      foot={
        <>
          <span className={classes.choice} aria-live="polite">
            {choice ? (
              <>
                <Trans>
                  <b>{sessionText(choice.session.date, choice.session.testSessionTime)}</b> at
                </Trans>{' '}
                {choice.session.branchName ?? choice.session.locationName}
              </>
            ) : (
              sessions.data && sessions.data.length > 0 && t`Choose a session.`
            )}
          </span>
          <Button
            variant="default"
            onClick={onClose}
            disabled={schedule.isPending}
            className={classes.close ?? ''}
          >
            <Trans>Close</Trans>
          </Button>
          <Button onClick={goOn} disabled={choice === null} loading={schedule.isPending}>
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        {registered && (
          <Note tone="moss" icon={IconCircleCheck}>
            <b>
              <Trans>Registered.</Trans>
            </b>{' '}
            {registered}.
          </Note>
        )}
        <ExamHeading exam={exam} note={durationText(exam.examDuration)} />
        {exam.testSessionId !== null && exam.proctor_fee_if_moved > 0 && (
          <Note tone="brass" icon={IconAlertTriangle}>
            <Trans>You can no longer transfer the proctor payment from this session.</Trans>
          </Note>
        )}
        <SessionPicker
          exam={exam}
          choice={picking}
          fee={{ due: proctorFee, isPaid: exam.proctor_fee_paid }}
        />
        <CallError error={error} />
      </div>
    </ModalFrame>
  );
}
