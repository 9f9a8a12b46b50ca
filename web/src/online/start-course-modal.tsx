import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import {
  IconAlertTriangle,
  IconCalendarTime,
  IconCircleCheck,
  IconSchool,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { type ConfirmLine, ConfirmLines } from '../shared/dialogs/confirm-lines.tsx';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { useExamRows } from '../shared/exams/exam-rows.ts';
import { feesOfCourse, isDue } from '../shared/payments/fees/fees-due.ts';
import { FeesStep } from '../shared/payments/fees/fees-step.tsx';
import type { PaidFor } from '../shared/payments/result/paid-card.tsx';
import { PaidNote } from '../shared/payments/result/paid-note.tsx';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { startCourseCall } from './api.ts';
import { GoOnThere } from './go-on-there.tsx';
import classes from './online.module.css';

/** */
function lines(exam: Exam): ConfirmLine[] {
  return [
    {
      icon: IconAlertTriangle,
      text: t`Once the course is started, this exam can no longer be cancelled.`,
    },
    ...(actionOf(exam, 'startCourse')?.finishBy !== undefined
      ? [
          {
            icon: IconCalendarTime,
            text: t`Exam and assignments must be completed within 6 months from now.`,
          },
        ]
      : []),
    { icon: IconSchool, text: t`The exam can be taken when the course is completed.` },
  ];
}

/**
 * M-10, after M-09 when the additional fee is owed. A course that runs already is only opened
 * again.
 */
export function StartCourseModal({ exam, onClose }: { exam: Exam; onClose: () => void }) {
  const rows = useExamRows();
  const [isPaid, setPaid] = useState(() => !isDue(feesOfCourse(exam)));
  const [paid, setPaidFor] = useState<PaidFor | null>(null);
  const start = useCommand(startCourseCall, {
    onDone: ({ url, exam: row }) => {
      rows.put(row);
      window.open(url, '_blank', 'noopener');
    },
  });
  if (!isPaid)
    return (
      <FeesStep
        exam={exam}
        feesOf={feesOfCourse}
        note={t`course`}
        onPaid={(_row, _heldUntil, payment) => {
          setPaidFor(payment);
          setPaid(true);
        }}
        onClose={onClose}
      />
    );
  if (start.data) return <CourseOpen exam={exam} url={start.data.url} onClose={onClose} />;
  const runs = exam.online_program_started !== null;
  const label = runs ? t`Continue course` : t`Start course online`;
  return (
    <ModalFrame
      title={label}
      opened
      onClose={onClose}
      busy={start.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={start.isPending} data-autofocus>
            <Trans>Not now</Trans>
          </Button>
          <Button
            loading={start.isPending}
            onClick={() =>
              start.mutate({ examId: exam.id, registrationId: exam.registration_id ?? 0 })
            }
          >
            {label}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        {paid && <PaidNote paid={paid} />}
        <ExamHeading exam={exam} note={t`course`} />
        {runs ? (
          <Text>
            <Trans>The course opens in another tab, where you left it.</Trans>
          </Text>
        ) : (
          <ConfirmLines lines={lines(exam)} />
        )}
        <CallError error={start.error} />
      </div>
    </ModalFrame>
  );
}

function CourseOpen({ exam, url, onClose }: { exam: Exam; url: string; onClose: () => void }) {
  return (
    <ModalFrame
      title={t`Your course`}
      opened
      onClose={onClose}
      foot={<GoOnThere url={url} label={t`Open course`} onClose={onClose} />}
    >
      <div className={classes.stack}>
        <ExamHeading exam={exam} note={t`course`} />
        <Note tone="moss" icon={IconCircleCheck}>
          <Trans>The course opens in another tab. This page notices when it is completed.</Trans>
        </Note>
      </div>
    </ModalFrame>
  );
}
