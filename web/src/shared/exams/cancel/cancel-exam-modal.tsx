import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import type { cancelExamRegistration } from '@portal/contract/exams/exams';
import {
  IconAlertTriangle,
  IconCheck,
  IconCoin,
  IconReceiptRefund,
  IconUserShield,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Named, useCommand } from '../../api/calls.ts';
import { api, isRefusal } from '../../api/client.ts';
import { useStudentInView } from '../../api/student-in-view.tsx';
import { type ConfirmLine, ConfirmLines } from '../../dialogs/confirm-lines.tsx';
import { ModalFrame } from '../../dialogs/modal-frame.tsx';
import { money } from '../../format/money.ts';
import { CallError, Note } from '../../ui/feedback.tsx';
import { handsInHere } from '../assignments.ts';
import { useCancelReason } from '../cancel-reason.tsx';
import { useExamRows } from '../exam-rows.ts';
import { GivenBack } from '../given-back.tsx';
import { OfficeNeeded } from './office-needed.tsx';

type Refund = CallAnswer<typeof cancelExamRegistration>['refundAdditionalFees'];

/**
 * Returns the sentences about lost and returned payments, each where it applies..
 */
function sentences(exam: Exam, isForStaff: boolean): ConfirmLine[] {
  const additionalPaid =
    exam.additionalCharge > 0 && !exam.chargeAdditionalCharge && !exam.isFreeAdditionnalFees;
  const proctorFee =
    isForStaff && exam.sessionType === '22'
      ? t`The proctor fee will be refunded automatically upon cancellation.`
      : t`The proctor payment from this exam will not be refunded and will not transfer.`;
  return [
    ...(exam.proctor_fee_paid ? [{ icon: IconUserShield, text: proctorFee }] : []),
    // a retake that the vendor approved took no credits, at most a fee
    ...(exam.vendor_approved_retake_with_fee
      ? [{ icon: IconCoin, text: t`The payment for this exam will not be refunded.` }]
      : []),
    ...(exam.credits > 0 && !exam.vendor_approved_retake
      ? [
          {
            icon: IconCoin,
            text: t`The payment for this exam will not be refunded. You can transfer the credits from this exam to buy another exam.`,
          },
        ]
      : []),
    ...(additionalPaid
      ? [
          {
            icon: IconReceiptRefund,
            text: t`The additional fee will be refunded automatically upon cancellation.`,
          },
        ]
      : []),
  ];
}

/**
 * The row shows nothing as begun: a submission with an unknown outcome may still keep the
 * registration. R-207.
 */
const mayBeHandedIn = (exam: Exam, error: Error | null): boolean =>
  isRefusal(error, 'exam_started') &&
  handsInHere(exam) &&
  exam.online_exam_started === null &&
  exam.online_ampeducator_assignments_started === null;

export interface CancelModalProps {
  exam: Exam;
  /** Answers of the page below that the change makes stale, besides the exam list. */
  refreshes?: readonly Named[];
  onClose: () => void;
}

/** M-03, and M-16 with a refund. The safe button has the focus.. */
export function CancelExamModal({ exam, refreshes = [], onClose }: CancelModalProps) {
  const rows = useExamRows();
  const isForStaff = useStudentInView() !== null;
  const reason = useCancelReason(actionOf(exam, 'cancel')?.suggestedReason);
  const [refund, setRefund] = useState<Refund | null>(null);
  const cancel = useCommand(api.cancelExamRegistration, {
    refreshes,
    onDone: (answer, request) => {
      if (answer.exam) rows.put(answer.exam, answer);
      else {
        rows.drop(request.registrationId);
        rows.putCredits(answer);
      }
      if (answer.refundAdditionalFees.noCharge) onClose();
      else setRefund(answer.refundAdditionalFees);
    },
  });
  const { error } = cancel;
  const isRefused = error?.isFinal === true;
  const { reload } = rows;
  useEffect(() => {
    if (isRefused) reload(); // the row was outdated
  }, [isRefused, reload]);
  if (refund) return <RefundModal refund={refund} onClose={onClose} />;
  if (error && isRefusal(error, 'office_only'))
    return <OfficeNeeded reason={error.message} onClose={onClose} />;
  const { registration_id: registrationId } = exam;
  const confirm = () => {
    const why = reason.take();
    if (why && registrationId !== null) cancel.mutate({ registrationId, ...why });
  };
  return (
    <ModalFrame
      title={t`Cancel exam`}
      opened
      onClose={onClose}
      busy={cancel.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={cancel.isPending} data-autofocus>
            {isRefused ? t`Close` : t`Keep exam`}
          </Button>
          {!isRefused && (
            <Button color="garnet" loading={cancel.isPending} onClick={confirm}>
              <Trans>Confirm</Trans>
            </Button>
          )}
        </>
      }
    >
      <Text mb={isRefused ? 'md' : 0}>
        {isRefused ? (
          <b>{exam.subject}</b>
        ) : (
          <Trans>
            Cancel <b>{exam.subject}</b>?
          </Trans>
        )}
      </Text>
      {!isRefused && (
        <>
          <ConfirmLines lines={sentences(exam, isForStaff)} />
          <GivenBack exam={exam} by="cancel" />
        </>
      )}
      {!isRefused && reason.field}
      <CallError error={error} />
      {mayBeHandedIn(exam, error) && (
        <Text mt="md">
          <Trans>
            A file that you handed in may have reached the vendor, and is being looked for there. If
            it is not there, the exam can be cancelled again.
          </Trans>
        </Text>
      )}
    </ModalFrame>
  );
}

function RefundModal({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  return (
    <ModalFrame
      title={t`Refund`}
      opened
      onClose={onClose}
      foot={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {refund.error ? (
        <Note tone="garnet" icon={IconAlertTriangle}>
          {refund.error}
        </Note>
      ) : (
        <Note tone="moss" icon={IconCheck}>
          {refund.msg ?? t`${money(refund.refundAmount)} was refunded to your card.`}
        </Note>
      )}
    </ModalFrame>
  );
}
