import { Button } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exam';
import type { payProctorFee } from '@portal/contract/payments';
import type { Session } from '@portal/contract/sessions';
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../shared/calls.ts';
import { sessionText } from '../shared/dates.ts';
import { ExamHeading } from '../shared/exam-heading.tsx';
import { useExamRows } from '../shared/exam-rows.ts';
import { CallError, Note } from '../shared/feedback.tsx';
import { ModalFrame } from '../shared/modal-frame.tsx';
import { cents, fromCents, money } from '../shared/money.ts';
import { type PayLine, PayStep } from '../shared/pay-step/pay-step.tsx';
import { order, usePayment } from '../shared/pay-step/use-payment.ts';
import { openSessionsCall, payFeesWithNewCard, payFeesWithSavedCard, scheduleCall } from './api.ts';
import { feesDue } from './fees-due.ts';
import classes from './pay-fees.module.css';

const STANDARD_FEE = 15;

interface PayFeesProps {
  exam: Exam;
  session: Session;
  onBack: () => void;
  onClose: () => void;
}

/** M-08 with M-09: the fees of a sitting, then the seat. A seat that is gone meanwhile leaves the fee held for another session. */
export function PayFees({ exam, session, onBack, onClose }: PayFeesProps) {
  const rows = useExamRows();
  const { proctorFee, additionalFee } = feesDue(exam);
  const registrationId = exam.registration_id ?? 0;
  const [paid, setPaid] = useState(false);
  const schedule = useCommand(scheduleCall, {
    refreshes: [openSessionsCall],
    onDone: ({ exam: row }) => {
      rows.put(row);
      onClose();
    },
  });
  const book = () => schedule.mutate({ registrationId, sessionId: session.testSessionId });
  const payment = usePayment<CallAnswer<typeof payProctorFee>>({
    subject: `fees of ${registrationId}`,
    amount: fromCents(cents(proctorFee) + cents(additionalFee)),
    place: (amount, source) => {
      if (source === null) throw new Error('Nothing is to be paid.');
      const body = { examId: exam.id, registrationId, sessionId: session.testSessionId, proctorFee, amount };
      return 'ccId' in source ? order(payFeesWithSavedCard, { ...body, ...source }) : order(payFeesWithNewCard, { ...body, ...source });
    },
    onDone: ({ exam: row }) => {
      rows.put(row);
      setPaid(true);
      book();
    },
  });
  const heading = <ExamHeading exam={exam} note={sessionText(session.date, session.testSessionTime)} />;
  if (paid && (schedule.isPending || schedule.error)) {
    return (
      <ModalFrame
        title="Book session"
        opened
        onClose={onClose}
        busy={schedule.isPending}
        foot={
          schedule.error && (
            <>
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
              <Button onClick={onBack}>Choose another session</Button>
            </>
          )
        }
      >
        {heading}
        <Note tone="moss" icon={IconCircleCheck}>
          Your payment was received. It is held for this exam until a session is booked.
        </Note>
        <CallError error={schedule.error} />
      </ModalFrame>
    );
  }
  return (
    <ModalFrame title="Pay fees" opened onClose={onClose} width={896} bare busy={payment.busy || schedule.isPending}>
      <PayStep
        payment={payment}
        subject={heading}
        lines={lines(exam, proctorFee, additionalFee)}
        terms="The proctor fee is not refundable."
      >
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.back ?? ''}
          leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />}
          onClick={onBack}
          disabled={payment.busy}
        >
          Back
        </Button>
      </PayStep>
    </ModalFrame>
  );
}

function lines(exam: Exam, proctorFee: number, additionalFee: number): PayLine[] {
  const discount = STANDARD_FEE - proctorFee;
  return [
    { label: 'Proctor fee', value: proctorFee === 0 ? 'Prepaid' : money(proctorFee), note: 'Not refundable' },
    ...(proctorFee > 0 && discount > 0 ? [{ label: 'Discount', value: money(discount), note: 'Already taken off' }] : []),
    ...(exam.additionalCharge > 0 ? [{ label: 'Additional fee', value: additionalFee === 0 ? 'Prepaid' : money(additionalFee) }] : []),
  ];
}
