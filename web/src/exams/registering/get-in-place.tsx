import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import type { DialogRequest } from '../dialog-request.ts';
import classes from './get-in-place.module.css';
import { NextStep, nextStepText } from './next-step.tsx';
import { costText, type Registered, spentText } from './spent-text.ts';
import { UndoRegistration } from './undo-registration.tsx';
import { useRegister } from './use-register.ts';
import { useWarnings } from './warnings.ts';

const PurchaseError = lazyDialog(
  async () => (await import('../dialogs/purchase-error.tsx')).PurchaseError,
);

interface GetInPlaceProps {
  /** The current row. */
  exam: Exam;
  /** It is known that a question in the row is enough. */
  onAsking: () => void;
  onRequest: (exam: Exam, what: DialogRequest['what']) => void;
  /** The person has done with it; `isBack`: the focus belongs to GET again. */
  onClose: (isBack: boolean) => void;
}

/**
 * GET, confirmed in the row: shows the cost and the remaining credits, then the amount spent, the
 * next step, and for some seconds an undo. Warnings need a dialog.
 */
export function GetInPlace({ exam, onAsking, onRequest, onClose }: GetInPlaceProps) {
  const { warnings, credits, isPending } = useWarnings(exam);
  const [registered, setRegistered] = useState<Registered | null>(null);
  const isRegistered = exam.registration_id !== null;
  const mustWarn = !isPending && (warnings === undefined || warnings.length > 0);
  const isReady = warnings !== undefined && warnings.length === 0;
  const now = useRef({ exam, onAsking, onRequest, onClose });
  useEffect(() => {
    now.current = { exam, onAsking, onRequest, onClose };
  });
  useEffect(() => {
    if (isReady) now.current.onAsking();
  }, [isReady]);
  useEffect(() => {
    if (!mustWarn || registered) return;
    now.current.onRequest(now.current.exam, 'register');
    now.current.onClose(false);
  }, [mustWarn, registered]);
  // the row may render as registered before the answer is in the state
  const isDoneHere = useRef(false);
  const isElsewhere = isRegistered && !registered;
  useEffect(() => {
    if (isElsewhere && !isDoneHere.current) now.current.onClose(false);
  }, [isElsewhere]);
  const isGoneOn = registered !== null && isRegistered && exam.status !== registered.exam.status;
  useEffect(() => {
    if (isGoneOn) now.current.onClose(false);
  }, [isGoneOn]);
  if (registered)
    return isRegistered && !isGoneOn ? (
      <Done registered={{ ...registered, exam }} onRequest={onRequest} onClose={onClose} />
    ) : null;
  if (!isReady || !credits || isRegistered) return null;
  return (
    <Asking
      exam={exam}
      cost={costText(exam, credits)}
      onRegistered={(done) => {
        isDoneHere.current = true;
        if (done) setRegistered(done);
        else onClose(false);
      }}
      onClose={() => onClose(true)}
    />
  );
}

/** The strip below the line of the row; it takes the focus, so that it is heard once. */
function Strip({
  tone,
  words,
  children,
  onEscape,
}: {
  tone: 'ask' | 'done';
  words: React.ReactNode;
  children: React.ReactNode;
  onEscape: () => void;
}) {
  const strip = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  useEffect(() => strip.current?.focus(), []);
  return (
    <fieldset
      ref={strip}
      className={classes.strip}
      data-tone={tone}
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onEscape();
      }}
    >
      <span id={id} className={classes.words}>
        {words}
      </span>
      <span className={classes.buttons}>{children}</span>
    </fieldset>
  );
}

function Asking({
  exam,
  cost,
  onRegistered,
  onClose,
}: {
  exam: Exam;
  cost: string;
  onRegistered: (done: Registered | null) => void;
  onClose: () => void;
}) {
  const { go, isRunning, error, canRetry } = useRegister(exam, { announced: true, onRegistered });
  return (
    <>
      <Strip
        tone="ask"
        onEscape={() => !isRunning && onClose()}
        words={
          <Trans>
            Register for this exam? <b className="num">{cost}</b>
          </Trans>
        }
      >
        <Button variant="default" onClick={onClose} disabled={isRunning}>
          <Trans>Not now</Trans>
        </Button>
        <Button loading={isRunning} onClick={go}>
          <Trans>Register</Trans>
        </Button>
      </Strip>
      {error && (
        <PurchaseError
          message={error.message}
          onClose={onClose}
          {...(canRetry ? { onRetry: go } : {})}
          retrying={isRunning}
        />
      )}
    </>
  );
}

function Done({
  registered,
  onRequest,
  onClose,
}: { registered: Registered } & Pick<GetInPlaceProps, 'onRequest' | 'onClose'>) {
  const [error, setError] = useState<Error | null>(null);
  const { exam } = registered;
  return (
    <>
      <Strip
        tone="done"
        onEscape={() => onClose(false)}
        words={
          <>
            <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
            <span>
              <b>
                <Trans>Registered.</Trans>
              </b>{' '}
              {spentText(registered)}. {nextStepText(exam)}
            </span>
          </>
        }
      >
        <UndoRegistration exam={exam} onUndone={() => onClose(true)} onError={setError} />
        <NextStep exam={exam} onRequest={onRequest} />
        <ActionIcon onClick={() => onClose(false)} aria-label={t`Close`}>
          <IconX size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Strip>
      {error && (
        <div className={classes.error}>
          <CallError error={error} />
        </div>
      )}
    </>
  );
}
