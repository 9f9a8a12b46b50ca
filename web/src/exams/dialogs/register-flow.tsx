import { Button, Text } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import { isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { getOrBuy, spendable } from '@portal/contract/exams/get-or-buy';
import { gradeStatus } from '@portal/contract/exams/grade-status';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import { useEffect, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { isRefusal } from '../../shared/api/client.ts';
import { useCredits, useStudent } from '../../shared/api/student.ts';
import { useStudentInView } from '../../shared/api/student-in-view.tsx';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { ExamHeading } from '../../shared/exams/exam-heading.tsx';
import { useExamRows, useExams } from '../../shared/exams/exam-rows.ts';
import { creditsText } from '../../shared/format/money.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { registerCall } from '../api.ts';
import { BuyExamModal } from '../buying/buy-exam-modal.tsx';
import { PurchaseError } from './purchase-error.tsx';
import lines from './registered-modal.module.css';
import { RegisteredModal, type Result } from './registered-modal.tsx';

const MAN = '1';

interface RegisterFlowProps {
  exam: Exam;
  /** GET or BUY was pressed; a link or a reload spends nothing before it is asked. */
  isPressed: boolean;
  /** It is registered, and a session is to be booked next. */
  onSchedule: (exam: Exam) => void;
  onClose: () => void;
}

/**
 * From the button of a row to a registration: warnings (M-06), then GET at once or BUY through the
 * pay summary (M-05). R-128.
 */
export function RegisterFlow({ exam, isPressed, onSchedule, onClose }: RegisterFlowProps) {
  const [step, setStep] = useState(0);
  const credits = useCredits();
  const student = useStudent();
  const exams = useExams();
  const isForStaff = useStudentInView() !== null;
  // kept here: the credits that are left decide anew between GET and BUY
  const [result, setResult] = useState<Result | null>(null);
  if (result) return <RegisteredModal result={result} onSchedule={onSchedule} onClose={onClose} />;
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
    outside: isForStaff ? packageWithout(exam, credits.data) : null,
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
    <Get
      exam={exam}
      // the office has the student on the phone, who has said yes
      isAgreedAlready={isPressed && isForStaff}
      isForStaff={isForStaff}
      credits={credits.data}
      onSchedule={onSchedule}
      onResult={setResult}
      onClose={onClose}
    />
  ) : (
    <BuyExamModal
      exam={exam}
      credits={credits.data}
      isMan={student.data.student.gender === MAN}
      onResult={setResult}
      onClose={onClose}
    />
  );
}

/** The package of the student whose credits do not pay for this exam; null: there is none. R-109. */
const packageWithout = (exam: Exam, { examAllowedPackages }: CreditsInfo): string | null =>
  examAllowedPackages.some(({ exams_allowed }) => exams_allowed.includes(exam.id))
    ? null
    : (examAllowedPackages.find(({ balance }) => balance > 0)?.display_name ?? null);

interface Facts {
  collegeId: number | null;
  withoutExam2Years: boolean;
  /** Of staff alone: the package that does not allow this exam. */
  outside: string | null;
}

function warningsFor(
  exam: Exam,
  { collegeId, withoutExam2Years, outside }: Facts,
): { title: string; text: string }[] {
  const today = newYorkDay(new Date());
  return [
    ...(outside === null
      ? []
      : [
          {
            title: 'Not in the package',
            text: `This exam is not one of those that the student's package ${outside} is for.`,
          },
        ]),
    ...(withoutExam2Years
      ? [
          {
            title: 'Speak to an advisor',
            text: 'You have not taken an exam for 2 years. Please speak to an advisor before you register.',
          },
        ]
      : []),
    ...(exam.examTaken
      ? [
          {
            title: 'Register a retake',
            text: `You have already taken this exam (${gradeStatus(exam, today).status}). A retake is a new registration and costs the credits of the exam again.`,
          },
        ]
      : []),
    ...(exam.hasAlternateCourseVersion && [collegeId, null].includes(exam.courseCollegeId)
      ? [
          {
            title: 'Course version',
            text: 'There is a course version of this exam for students of Woodmont College. Please make sure which of the two you need.',
          },
        ]
      : []),
  ];
}

interface GetProps {
  exam: Exam;
  isAgreedAlready: boolean;
  isForStaff: boolean;
  credits: CreditsInfo;
  onSchedule: (exam: Exam) => void;
  onResult: (result: Result) => void;
  onClose: () => void;
}

/** GET: says what it costs and what is left, registers with credits, and tells what comes next. */
function Get({
  exam,
  isAgreedAlready,
  isForStaff,
  credits,
  onSchedule,
  onResult,
  onClose,
}: GetProps) {
  const rows = useExamRows();
  const [isAgreed, setAgreed] = useState(isAgreedAlready);
  const [missing, setMissing] = useState(false);
  const [left] = useState(() => spendable(exam, credits) - exam.credits);
  const register = useCommand(registerCall, {
    onDone: (answer) => {
      const { exam: row } = answer;
      if (row) rows.put(row, answer);
      if (answer.allExams) rows.reload();
      if (row && isForStaff && isAllowed(row, 'schedule')) onSchedule(row);
      else if (row && !isForStaff)
        onResult({
          exam: row,
          creditsLeft: answer.totCreditsAvailable,
          paid: null,
          session: null,
          error: null,
          canUndo: true,
        });
      else onClose();
    },
  });
  const { mutate } = register;
  useEffect(() => {
    if (isAgreed) mutate({ examId: exam.id });
  }, [mutate, exam.id, isAgreed]);
  useEffect(() => {
    if (!isRefusal(register.error, 'not_enough_credits')) return;
    rows.reload(); // the credits were spent elsewhere: the new totals turn GET into BUY
    setMissing(true);
  }, [register.error, rows]);
  if (!isAgreed || (register.isPending && !isAgreedAlready))
    return (
      <ModalFrame
        title="Register"
        opened
        onClose={onClose}
        busy={register.isPending}
        foot={
          <>
            <Button variant="default" onClick={onClose} disabled={register.isPending}>
              Not now
            </Button>
            <Button onClick={() => setAgreed(true)} loading={register.isPending} data-autofocus>
              Register
            </Button>
          </>
        }
      >
        <div className={lines.body}>
          <ExamHeading exam={exam} note={creditsText(exam.credits)} />
          {exam.freeSeminaryRetake ? (
            <Text>Your free retake credits are used when you register.</Text>
          ) : (
            <dl className={lines.lines}>
              <div>
                <dt>Used when you register</dt>
                <dd>{creditsText(exam.credits)}</dd>
              </div>
              <div>
                <dt>Left for exams like this</dt>
                <dd>{creditsText(left)}</dd>
              </div>
            </dl>
          )}
        </div>
      </ModalFrame>
    );
  if (register.error)
    return (
      <PurchaseError
        message={register.error.message}
        onClose={onClose}
        {...(missing || register.error.isFinal
          ? {}
          : { onRetry: () => mutate({ examId: exam.id }) })}
        retrying={register.isPending}
      />
    );
  return (
    <ModalFrame
      title={`Registering ${exam.subject}`}
      opened
      onClose={onClose}
      busy={register.isPending}
    >
      <BlockSkeleton height={72} />
    </ModalFrame>
  );
}
