import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { useState } from 'react';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { handsInHere } from '../shared/exams/assignments.ts';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { feesToUpload, isDue } from '../shared/payments/fees/fees-due.ts';
import { FeesStep } from '../shared/payments/fees/fees-step.tsx';
import type { PaidFor } from '../shared/payments/result/paid-card.tsx';
import { readSession } from '../shared/session/session.ts';
import classes from './assignments.module.css';
import { AssignmentsList } from './assignments-list.tsx';
import { UploadAssignments } from './upload-assignments.tsx';

interface AssignmentsModalProps {
  exam: Exam;
  begin: 'list' | 'upload';
  onClose: () => void;
}

/**
 * M-11 and M-12: the assignments of a course, and their files; M-09 before, when the grading is not
 * paid for.
 */
export function AssignmentsModal({ exam, begin, onClose }: AssignmentsModalProps) {
  const [step, setStep] = useState(begin);
  const [isPaid, setPaid] = useState(() => !isDue(feesToUpload(exam)) || readSession().staff);
  const [paid, setPaidFor] = useState<PaidFor | null>(null);
  if (!handsInHere(exam)) return <HandedInElsewhere exam={exam} onClose={onClose} />;
  if (step === 'list')
    return <AssignmentsList exam={exam} onUpload={() => setStep('upload')} onClose={onClose} />;
  if (!isPaid)
    return (
      <FeesStep
        exam={exam}
        feesOf={feesToUpload}
        note={t`assignments`}
        onPaid={(_row, _heldUntil, payment) => {
          setPaidFor(payment);
          setPaid(true);
        }}
        onClose={onClose}
      />
    );
  return <UploadAssignments exam={exam} paid={paid} onClose={onClose} />;
}

/** vendors 1 and 4. */
function HandedInElsewhere({ exam, onClose }: Pick<AssignmentsModalProps, 'exam' | 'onClose'>) {
  return (
    <ModalFrame
      title={t`Assignments`}
      opened
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className={classes.stack}>
        <ExamHeading exam={exam} note={t`assignments`} />
        <Text>
          <Trans>Please hand in the assignments as the course material says.</Trans>
        </Text>
      </div>
    </ModalFrame>
  );
}
