import { t } from '@lingui/core/macro';
import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import type { RegistrationResult } from '@portal/contract/exams/registration-result';
import type { CreditTotals, Package } from '@portal/contract/payments/credits';
import type {
  purchasePackageAndRegister,
  purchasePackageWithNewProfile,
} from '@portal/contract/purchases/payments';
import type { registerAndBook } from '@portal/contract/purchases/register-and-book';
import type { Session } from '@portal/contract/sessions/sessions';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { examsCall, useExamRows } from '../../shared/exams/exam-rows.ts';
import { cardText } from '../../shared/payments/card-form/card-text.ts';
import { order, type Paid, usePayment } from '../../shared/payments/pay-step/use-payment.ts';
import { openSessionsCall } from '../../shared/sessions/open-sessions.ts';
import {
  bookWithNewCard,
  bookWithSavedCard,
  buyPackageWithNewCard,
  buyPackageWithSavedCard,
  buyWithNewCard,
  buyWithSavedCard,
  registerCall,
} from '../api.ts';
import type { Result } from '../dialogs/registered-modal.tsx';

type Registered = Pick<RegistrationResult, 'exam' | keyof CreditTotals>;
type Bought =
  | { kind: 'exam'; answer: CallAnswer<typeof purchasePackageAndRegister> }
  | { kind: 'booked'; answer: CallAnswer<typeof registerAndBook> }
  | { kind: 'package'; answer: CallAnswer<typeof purchasePackageWithNewProfile> };

interface BuyExamOptions {
  exam: Exam;
  /** Single credits, unless a package is bought. */
  number: number;
  pack: Package | undefined;
  /** Booked with it; null: later. */
  session: Session | null;
  /** Dollars of everything together. */
  amount: number;
  /** Called with true when the payment starts, and with false when it failed. */
  onPaying: (isPaying: boolean) => void;
  onResult: (result: Result) => void;
}

/**
 * Buys credits or a package, registers the exam and books the session with it: one payment. Reports
 * a failure after the charge as `failure`, or in the result when the exam is registered.
 */
export function useBuyExam({
  exam,
  number,
  pack,
  session,
  amount: sum,
  onPaying,
  onResult,
}: BuyExamOptions) {
  const rows = useExamRows();
  const [failure, setFailure] = useState<string | null>(null);
  const lastPaid = useRef<Paid | null>(null); // the exam of a package is registered after it
  /** Finishes the purchase: registered, with the payment. */
  const finish = (answer: Registered, booked?: Pick<Result, 'session' | 'error'>) => {
    if (!answer.exam) return;
    rows.put(answer.exam, answer);
    const paid = lastPaid.current;
    onResult({
      exam: answer.exam,
      creditsLeft: answer.totCreditsAvailable,
      paid: paid && { amount: paid.amount, card: paid.card && cardText(paid.card) },
      canUndo: false,
      session: booked?.session ?? null,
      error: booked?.error ?? null,
    });
  };
  const register = useCommand(registerCall, {
    onDone: (answer) => finish(answer),
  });
  const bookPrepaid = useCommand(bookWithSavedCard, {
    refreshes: [openSessionsCall],
    onDone: (answer) => finish(answer, answer),
  });
  const registering = session ? bookPrepaid : register;
  const payment = usePayment<Bought>({
    subject:
      (pack ? `package ${pack.id}` : `${number} credits`) +
      (session ? ` and session ${session.testSessionId}` : ''),
    amount: sum,
    refreshes: [examsCall, openSessionsCall],
    place: (amount, source) => {
      if (source === null) throw new Error('Nothing is to be paid.');
      const saved = 'ccId' in source;
      if (pack) {
        const sent = saved
          ? order(buyPackageWithSavedCard, { packageId: pack.id, amount, ...source })
          : order(buyPackageWithNewCard, { packageId: pack.id, amount, ...source });
        return {
          send: async (...by) => ({ kind: 'package', answer: await sent.send(...by) }),
        };
      }
      const body = { examId: exam.id, numberOfCredits: number, amount };
      if (session) {
        const wanted = { ...body, sessionId: session.testSessionId };
        const sent = saved
          ? order(bookWithSavedCard, { ...wanted, ...source })
          : order(bookWithNewCard, { ...wanted, ...source });
        return { send: async (...by) => ({ kind: 'booked', answer: await sent.send(...by) }) };
      }
      const sent = saved
        ? order(buyWithSavedCard, { ...body, ...source })
        : order(buyWithNewCard, { ...body, ...source });
      return { send: async (...by) => ({ kind: 'exam', answer: await sent.send(...by) }) };
    },
    onDone: ({ kind, answer }, paid) => {
      lastPaid.current = paid;
      if (kind === 'package') {
        rows.putCredits(answer);
        if (session)
          bookPrepaid.mutate({
            examId: exam.id,
            sessionId: session.testSessionId,
            numberOfCredits: 0,
            amount: 0,
          });
        else register.mutate({ examId: exam.id });
        return;
      }
      if (answer.error && !answer.exam) {
        rows.putCredits(answer);
        setFailure(answer.error);
        return;
      }
      if (kind === 'booked') finish(answer, answer);
      else finish(answer);
    },
  });
  const isRefused = payment.error !== null && !payment.busy && !payment.unresolved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only that it was refused is told
  useEffect(() => {
    if (isRefused) onPaying(false);
  }, [isRefused]);
  const pay = () => {
    onPaying(true);
    payment.pay();
  };
  return {
    payment: { ...payment, pay },
    busy: payment.busy || registering.isPending,
    failure: registering.error
      ? t`Your payment was received and the credits were added to your account. ${registering.error.message}`
      : failure,
  };
}
