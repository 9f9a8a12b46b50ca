import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { Note } from '../shared/ui/feedback.tsx';
import classes from './online.module.css';

export const needsComputer = t`The online exam needs a computer with a camera and a microphone; it cannot be taken on a phone.`;

interface NeedsComputerProps {
  exam: Exam;
  onGoOn: () => void;
  onClose: () => void;
}

/** Warns before the payment that the exam cannot be taken on this device. */
export function NeedsComputer({ exam, onGoOn, onClose }: NeedsComputerProps) {
  return (
    <ModalFrame
      title={t`Start exam online`}
      opened
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Not now</Trans>
          </Button>
          <Button onClick={onGoOn}>
            <Trans>Pay here</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        <ExamHeading exam={exam} note={t`online, with a proctor`} />
        <Note tone="brass" icon={IconDeviceDesktop}>
          {needsComputer}
        </Note>
        <Text>
          <Trans>
            You can pay the fee here, and start the exam on a computer. There, the system check says
            any day before whether it is fit: you find it at the foot of each page.
          </Trans>
        </Text>
      </div>
    </ModalFrame>
  );
}
