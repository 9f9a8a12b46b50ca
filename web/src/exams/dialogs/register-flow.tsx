import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { getOrBuy, spendable } from '@portal/contract/exams/get-or-buy';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import { useEffect, useState } from 'react';
import { useStudentInView } from '../../shared/api/student-in-view.tsx';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { markAnnounced } from '../../shared/exams/announced-changes.ts';
import { ExamHeading } from '../../shared/exams/exam-heading.tsx';
import { creditsText } from '../../shared/format/money.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { BuyExamModal, BuySkeleton } from '../buying/buy-exam-modal.tsx';
import { costText, spentText } from '../registering/spent-text.ts';
import { useRegister } from '../registering/use-register.ts';
import { useWarnings } from '../registering/warnings.ts';
import { PurchaseError } from './purchase-error.tsx';
import lines from './registered-modal.module.css';
import { RegisteredModal, type Result } from './registered-modal.tsx';

interface RegisterFlowProps {
  exam: Exam;
  /** GET or BUY was pressed; a link or a reload spends nothing without a confirmation. */
  isPressed: boolean;
  /** Called when it is done, in any state of the dialog. */
  onSettled: () => void;
  /** The exam is registered, and a session is booked next; `spent` is a cost not yet announced. */
  onSchedule: (exam: Exam, spent?: string) => void;
  onClose: () => void;
}

/**
 * From the button of a row to a registration: warnings (M-06), then GET at once or BUY through the
 * pay summary (M-05). R-128.
 */
export function RegisterFlow({
  exam,
  isPressed,
  onSettled,
  onSchedule,
  onClose,
}: RegisterFlowProps) {
  const [step, setStep] = useState(0);
  const { warnings, credits, isMan, isPending, error, retry, isRetrying } = useWarnings(exam);
  const isForStaff = useStudentInView() !== null;
  // kept here: the remaining credits would switch between GET and BUY
  const [result, setResult] = useState<Result | null>(null);
  // the credits of a payment come before its exam is registered, and would make a GET of it
  const [isPaying, setPaying] = useState(false);
  const finish = (done: Result) => {
    markAnnounced(done.exam.id);
    setResult(done);
    onSettled();
  };
  if (result) return <RegisteredModal result={result} onSchedule={onSchedule} onClose={onClose} />;
  if (!warnings || !credits) {
    if (isPending && credits && getOrBuy(exam, credits).button === 'BUY')
      return <BuySkeleton onClose={onClose} />;
    return (
      <ModalFrame title={exam.subject} opened onClose={onClose}>
        {isPending && <BlockSkeleton height={72} />}
        <CallError error={error} onRetry={retry} busy={isRetrying} />
      </ModalFrame>
    );
  }
  const warning = warnings[step];
  const isGet = getOrBuy(exam, credits).button === 'GET';
  if (warning) {
    return (
      <ModalFrame
        title={warning.title}
        opened
        onClose={onClose}
        foot={
          <>
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button onClick={() => setStep(step + 1)}>
              <Trans>Continue</Trans>
            </Button>
          </>
        }
      >
        <ExamHeading
          exam={exam}
          note={isGet ? costText(exam, credits) : creditsText(exam.credits)}
        />
        <Text mt="md">{warning.text}</Text>
      </ModalFrame>
    );
  }
  return isGet && !isPaying ? (
    <Get
      exam={exam}
      // the student agreed on the phone with the office; a warning named the credits
      isAgreedAlready={isPressed && (isForStaff || warnings.length > 0)}
      isForStaff={isForStaff}
      credits={credits}
      onSchedule={onSchedule}
      onResult={finish}
      onClose={onClose}
    />
  ) : credits.pricePerCredit === null ? (
    <PurchaseError message={t`Prices are not set yet. Please call the office.`} onClose={onClose} />
  ) : (
    <BuyExamModal
      exam={exam}
      credits={credits}
      pricePerCredit={credits.pricePerCredit}
      isMan={isMan}
      onPaying={setPaying}
      onResult={finish}
      onClose={onClose}
    />
  );
}

interface GetProps {
  exam: Exam;
  isAgreedAlready: boolean;
  isForStaff: boolean;
  credits: CreditsInfo;
  onSchedule: RegisterFlowProps['onSchedule'];
  onResult: (result: Result) => void;
  onClose: () => void;
}

/**
 * GET: shows the cost and the remaining credits, registers with credits, and shows the next step.
 */
function Get({
  exam,
  isAgreedAlready,
  isForStaff,
  credits,
  onSchedule,
  onResult,
  onClose,
}: GetProps) {
  const [isAgreed, setAgreed] = useState(isAgreedAlready);
  const [left] = useState(() => spendable(exam, credits) - exam.credits);
  const { go, isRunning, error, canRetry } = useRegister(exam, {
    announced: !isForStaff,
    onRegistered: (done) => {
      if (done && isForStaff && isAllowed(done.exam, 'schedule'))
        onSchedule(done.exam, spentText(done));
      else if (done && !isForStaff)
        onResult({
          exam: done.exam,
          creditsLeft: done.left,
          paid: null,
          session: null,
          error: null,
          canUndo: true,
        });
      else onClose();
    },
  });
  const [begin] = useState(() => go);
  useEffect(() => {
    if (isAgreed) begin();
  }, [begin, isAgreed]);
  if (!isAgreed || (isRunning && !isAgreedAlready))
    return (
      <ModalFrame
        title={t`Register`}
        opened
        onClose={onClose}
        busy={isRunning}
        foot={
          <>
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              <Trans>Not now</Trans>
            </Button>
            <Button onClick={() => setAgreed(true)} loading={isRunning} data-autofocus>
              <Trans>Register</Trans>
            </Button>
          </>
        }
      >
        <div className={lines.body}>
          <ExamHeading exam={exam} note={creditsText(exam.credits)} />
          {exam.freeSeminaryRetake ? (
            <Text>
              <Trans>Your free retake credits are used when you register.</Trans>
            </Text>
          ) : (
            <dl className={lines.lines}>
              <div>
                <dt>
                  <Trans>Used when you register</Trans>
                </dt>
                <dd>{creditsText(exam.credits)}</dd>
              </div>
              <div>
                <dt>
                  <Trans>Left for exams like this</Trans>
                </dt>
                <dd>{creditsText(left)}</dd>
              </div>
            </dl>
          )}
        </div>
      </ModalFrame>
    );
  if (error)
    return (
      <PurchaseError
        message={error.message}
        onClose={onClose}
        {...(canRetry ? { onRetry: go } : {})}
        retrying={isRunning}
      />
    );
  return (
    <ModalFrame title={t`Registering ${exam.subject}`} opened onClose={onClose} busy={isRunning}>
      <BlockSkeleton height={72} />
    </ModalFrame>
  );
}
