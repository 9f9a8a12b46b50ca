import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { IconCircleCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { useStudentInView } from '../shared/api/student-in-view.tsx';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { useExamRows } from '../shared/exams/exam-rows.ts';
import { sessionText } from '../shared/format/dates.ts';
import { feesToBook } from '../shared/payments/fees/fees-due.ts';
import { FeesStep } from '../shared/payments/fees/fees-step.tsx';
import { PaidCard, type PaidFor } from '../shared/payments/result/paid-card.tsx';
import { LateBooking } from '../shared/sessions/late-booking.tsx';
import { openSessionsCall } from '../shared/sessions/open-sessions.ts';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { scheduleCall } from './api.ts';
import { type Booked, noteBooked } from './booked-result.tsx';
import { SeatHeld } from './seat-held.tsx';

interface PayFeesProps {
  exam: Exam;
  session: Session;
  onBack: () => void;
  onBooked: (booked: Booked) => void;
  onClose: () => void;
}

/**
 * M-08 with M-09: the fees of a sitting, then the seat. The seat is held while it is paid for and
 * booked; without one the fee stays held for another session.
 */
export function PayFees({ exam, session, onBack, onBooked, onClose }: PayFeesProps) {
  const rows = useExamRows();
  const isForStaff = useStudentInView() !== null;
  const [isPaid, setPaid] = useState(false);
  const [paid, setPaidFor] = useState<PaidFor | null>(null);
  const lastPaid = useRef<PaidFor | null>(null); // the booking goes out before the next draw
  const [holdUntil, setHoldUntil] = useState<string | null>(null);
  const schedule = useCommand(scheduleCall, {
    refreshes: [openSessionsCall],
    onDone: (answer) => {
      noteBooked(answer.exam, isForStaff && !lastPaid.current);
      rows.put(answer.exam);
      onBooked({ ...answer, paid: lastPaid.current });
    },
  });
  const book = () =>
    schedule.mutate({
      registrationId: exam.registration_id ?? 0,
      sessionId: session.testSessionId,
    });
  const isUndecided = schedule.error !== null && !schedule.error.isFinal;
  const note = sessionText(session.date, session.testSessionTime);
  if (isPaid && (schedule.isPending || schedule.error)) {
    return (
      <ModalFrame
        title={t`Book session`}
        opened
        onClose={onClose}
        busy={schedule.isPending}
        foot={
          schedule.error && (
            <>
              <Button variant="default" onClick={onClose}>
                <Trans>Close</Trans>
              </Button>
              <Button onClick={onBack}>
                <Trans>Choose another session</Trans>
              </Button>
            </>
          )
        }
      >
        <ExamHeading exam={exam} note={note} />
        <Note tone="moss" icon={IconCircleCheck}>
          <Trans>
            Your payment was received. It is held for this exam until a session is booked.
          </Trans>
        </Note>
        {paid && schedule.error && <PaidCard paid={paid} />}
        {holdUntil && (schedule.isPending || isUndecided) && <SeatHeld until={holdUntil} />}
        <CallError
          error={schedule.error}
          onRetry={isUndecided ? book : undefined}
          busy={schedule.isPending}
        />
      </ModalFrame>
    );
  }
  return (
    <FeesStep
      exam={exam}
      feesOf={feesToBook}
      note={note}
      sessionId={session.testSessionId}
      warning={
        <LateBooking
          fee={{ due: feesToBook(exam).proctorFee, isPaid: exam.proctor_fee_paid }}
          session={session}
        />
      }
      busy={schedule.isPending}
      onPaid={(_row, heldUntil, payment) => {
        setPaid(true);
        setPaidFor(payment);
        lastPaid.current = payment;
        setHoldUntil(heldUntil);
        book();
      }}
      onBack={onBack}
      onClose={onClose}
    />
  );
}
