import { Button, Text } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { cancelExamRegistration } from '@portal/contract/exams/exams';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { money } from '../../shared/format/money.ts';
import { CallError, Outcome } from '../../shared/ui/feedback.tsx';
import {
  cancelCall,
  detailsCall,
  infoCall,
  type School,
  type StudentBySessionRow,
  schoolsCall,
} from '../api.ts';

type Refund = CallAnswer<typeof cancelExamRegistration>['refundAdditionalFees'];

interface CancelSeatModalProps {
  school: School;
  seat: StudentBySessionRow;
  onClose: () => void;
}

/** M-40: an exam in a school session is cancelled. R-225. */
export function CancelSeatModal({ school, seat, onClose }: CancelSeatModalProps) {
  const [refund, setRefund] = useState<Refund | null>(null);
  const cancel = useCommand(cancelCall, {
    refreshes: [detailsCall, infoCall, schoolsCall],
    onDone: ({ refundAdditionalFees }) => {
      if (refundAdditionalFees.noCharge) onClose();
      else setRefund(refundAdditionalFees);
    },
  });
  if (refund)
    return (
      <ModalFrame
        title="Exam cancelled"
        opened
        onClose={onClose}
        foot={<Button onClick={onClose}>Close</Button>}
      >
        <Outcome>{refundText(refund)}</Outcome>
      </ModalFrame>
    );
  return (
    <ModalFrame
      title="Cancel exam"
      opened
      onClose={onClose}
      busy={cancel.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={cancel.isPending} data-autofocus>
            Keep exam
          </Button>
          <Button
            color="garnet"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate({
                registrationId: seat.registrationId,
                adminCancelReason: '6',
                schoolId: school.id,
                isSchoolRegistration: true,
              })
            }
          >
            Confirm
          </Button>
        </>
      }
    >
      <Text>Are you sure you want to cancel this exam?</Text>
      <Text c="dimmed" my="xs">
        {`${seat.firstName} ${seat.lastname}: ${seat.examSubject} (${seat.vendorName})`}
      </Text>
      {school.chargeProctorFee === 1 && (
        <Text mb="xs">A proctor fee that was paid for this session will be refunded.</Text>
      )}
      <CallError error={cancel.error} />
    </ModalFrame>
  );
}

const refundText = ({ error, msg, refundAmount }: Refund): string =>
  error !== null
    ? 'Your exam is cancelled, but there was a problem processing the refund of the ' +
      `additional fee that you paid for this exam. Error: ${error}`
    : (msg ?? `${money(refundAmount)} is refunded.`);
