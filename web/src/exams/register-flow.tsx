import { Button, Text } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exam';
import { getOrBuy } from '@portal/contract/get-or-buy';
import { gradeStatus } from '@portal/contract/grade-status';
import { useEffect, useState } from 'react';
import { isRefusal } from '../shared/api.ts';
import { useCommand } from '../shared/calls.ts';
import { ExamHeading } from '../shared/exam-heading.tsx';
import { useExamRows, useExams } from '../shared/exam-rows.ts';
import { BlockSkeleton, CallError } from '../shared/feedback.tsx';
import { ModalFrame } from '../shared/modal-frame.tsx';
import { creditsText } from '../shared/money.ts';
import { useCredits, useStudent } from '../shared/student.ts';
import { registerCall } from './api.ts';
import { BuyExamModal } from './buy-exam-modal.tsx';
import { PurchaseError } from './purchase-error.tsx';

interface RegisterFlowProps {
  exam: Exam;
  onClose: () => void;
}

const WOODMONT = 269;

/** From the button of a row to a registration: warnings (M-06), then GET at once or BUY through the pay summary (M-05). R-128. */
export function RegisterFlow({ exam, onClose }: RegisterFlowProps) {
  const [step, setStep] = useState(0);
  const credits = useCredits();
  const student = useStudent();
  const exams = useExams();
  if (!credits.data || !student.data) {
    const missing = [credits, student].filter(({ data }) => data === undefined);
    return (
      <ModalFrame title={exam.subject} opened onClose={onClose}>
        {missing.some(({ isPending }) => isPending) && <BlockSkeleton height={72} />}
        <CallError
          error={missing.find(({ error }) => error)?.error}
          onRetry={() => missing.forEach((query) => void query.refetch())}
          busy={missing.some(({ isFetching }) => isFetching)}
        />
      </ModalFrame>
    );
  }
  const warnings = warningsFor(exam, {
    collegeId: student.data.student.collegeId,
    withoutExam2Years: exams.data?.memberHasntRegistered2years ?? false,
  });
  const warning = warnings[step];
  if (warning) {
    return (
      <ModalFrame
        title={warning.title}
        opened
        onClose={onClose}
        foot={
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => setStep(step + 1)}>Continue</Button>
          </>
        }
      >
        <ExamHeading exam={exam} note={creditsText(exam.credits)} />
        <Text mt="md">{warning.text}</Text>
      </ModalFrame>
    );
  }
  return getOrBuy(exam, credits.data).button === 'GET' ? (
    <Get exam={exam} onClose={onClose} />
  ) : (
    <BuyExamModal exam={exam} credits={credits.data} onClose={onClose} />
  );
}

function warningsFor(
  exam: Exam,
  { collegeId, withoutExam2Years }: { collegeId: number | null; withoutExam2Years: boolean },
): { title: string; text: string }[] {
  const today = newYorkDay(new Date());
  return [
    ...(withoutExam2Years
      ? [{ title: 'Speak to an advisor', text: 'You have not taken an exam for 2 years. Please speak to an advisor before you register.' }]
      : []),
    ...(exam.examTaken
      ? [
          {
            title: 'Register a retake',
            text: `You have already taken this exam (${gradeStatus(exam, today).status}). A retake is a new registration and costs the credits of the exam again.`,
          },
        ]
      : []),
    ...(collegeId === WOODMONT && exam.hasAlternateCourseVersion
      ? [
          {
            title: 'Course version',
            text: 'There is a course version of this exam for students of Woodmont College. Please make sure which of the two you need.',
          },
        ]
      : []),
  ];
}

/** GET: registers with credits. The question is asked once more, because credits are spent. */
function Get({ exam, onClose }: RegisterFlowProps) {
  const rows = useExamRows();
  const [missing, setMissing] = useState(false);
  const register = useCommand(registerCall, {
    onDone: (answer) => {
      if (answer.exam) rows.put(answer.exam, answer);
      if (answer.allExams) rows.reload();
      onClose();
    },
  });
  const { mutate } = register;
  useEffect(() => mutate({ examId: exam.id }), [mutate, exam.id]);
  useEffect(() => {
    if (!isRefusal(register.error, 'not_enough_credits')) return;
    rows.reload(); // the credits were spent elsewhere: the new totals turn GET into BUY
    setMissing(true);
  }, [register.error, rows]);
  if (register.error)
    return (
      <PurchaseError
        message={register.error.message}
        onClose={onClose}
        {...(missing || register.error.isFinal ? {} : { onRetry: () => mutate({ examId: exam.id }) })}
        retrying={register.isPending}
      />
    );
  return (
    <ModalFrame title={`Registering ${exam.subject}`} opened onClose={onClose} busy={register.isPending}>
      <BlockSkeleton height={72} />
    </ModalFrame>
  );
}
