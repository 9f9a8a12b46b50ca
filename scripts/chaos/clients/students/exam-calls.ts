import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import { cancelExamRegistration, onlineExamRegistration } from '@portal/contract/exams/exams';
import type { RegistrationResult } from '@portal/contract/exams/registration-result';
import {
  payProctorFee,
  payProctorFeeWithPaymentProfile,
  purchasePackageAndRegister,
  submitPaymentAndGetExam,
} from '@portal/contract/purchases/payments';
import {
  registerAndBook,
  registerAndBookWithProfile,
} from '@portal/contract/purchases/register-and-book';
import { cancelSession, scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import type { Effect } from '../history.ts';
import { about, cents, intentOf, type Payment, type Subject } from './about.ts';

// The calls that change exams, each with the effect that its answer states.

/** Returns the effect of a registration: the credits that it used, the registration, the card. */
function registrationEffect(
  exam: Exam,
  bought: number,
  { registrationId, totCreditsAvailable, paymentMethod }: RegistrationResult,
): Effect {
  const isRegistered = registrationId !== null;
  return {
    credits: bought - (isRegistered ? exam.credits : 0),
    creditsAfter: totCreditsAvailable,
    ...(isRegistered ? { registered: { registrationId, examId: exam.id } } : {}),
    ...(paymentMethod ? { cardSaved: paymentMethod.cc4digits } : {}),
  };
}

export const register = (subject: Subject, exam: Exam) =>
  subject.client.change(
    onlineExamRegistration,
    { examId: exam.id, ...about(subject) },
    { studentId: subject.studentId, effect: (body) => registrationEffect(exam, 0, body) },
  );

/** Buys the missing credits and registers. */
export function buyExam(
  subject: Subject,
  exam: Exam,
  { missing, amount }: { missing: number; amount: number },
  payment: Payment,
) {
  const order = { examId: exam.id, numberOfCredits: missing, amount, ...about(subject) };
  const doing = {
    studentId: subject.studentId,
    intent: intentOf(payment),
    effect: (body: RegistrationResult) => ({
      ...registrationEffect(exam, missing, body),
      charged: cents(amount),
    }),
  };
  return payment.kind === 'saved'
    ? subject.client.change(submitPaymentAndGetExam, { ...order, ccId: payment.ccId }, doing)
    : subject.client.change(purchasePackageAndRegister, { ...order, ...payment.card }, doing);
}

/** Pays for missing credits and fees, registers and books in one call. */
export function buyAndBook(
  subject: Subject,
  exam: Exam,
  order: { sessionId: number; missing: number; amount: number },
  payment: Payment,
) {
  const { sessionId, missing, amount } = order;
  const input = {
    examId: exam.id,
    sessionId,
    numberOfCredits: missing,
    amount,
    ...about(subject),
  };
  type Body = CallAnswer<typeof registerAndBook>;
  const doing = {
    studentId: subject.studentId,
    intent: { ...intentOf(payment), hold: { sessionId } },
    effect: (body: Body): Effect => ({
      ...registrationEffect(exam, missing, body),
      charged: cents(amount),
      // fees of exams that were not registered are refunded to the card
      refunded:
        body.registrationId === null ? cents(body.paid.proctorFee + body.paid.additionalFee) : 0,
      ...(body.registrationId !== null && body.session
        ? { seat: { registrationId: body.registrationId, sessionId } }
        : {}),
    }),
  };
  return payment.kind === 'saved'
    ? subject.client.change(registerAndBookWithProfile, { ...input, ccId: payment.ccId }, doing)
    : subject.client.change(registerAndBook, { ...input, ...payment.card }, doing);
}

/** Pays the due fees of a registration, and of the session to be booked if given. */
export function payFees(
  subject: Subject,
  { exam, registrationId, sessionId }: { exam: Exam; registrationId: number; sessionId?: number },
  payment: Payment,
) {
  const proctorFee = exam.proctor_fee_price;
  const amount = proctorFee + (exam.chargeAdditionalCharge ? exam.additionalCharge : 0);
  const order = {
    examId: exam.id,
    registrationId,
    proctorFee,
    amount,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...about(subject),
  };
  const doing = {
    studentId: subject.studentId,
    intent: {
      ...intentOf(payment),
      ...(sessionId === undefined ? {} : { hold: { sessionId } }),
    },
    effect: ({ paymentMethod }: { paymentMethod: { cc4digits: string } | null }): Effect => ({
      charged: cents(amount),
      ...(paymentMethod ? { cardSaved: paymentMethod.cc4digits } : {}),
    }),
  };
  return payment.kind === 'saved'
    ? subject.client.change(
        payProctorFeeWithPaymentProfile,
        { ...order, ccId: payment.ccId },
        doing,
      )
    : subject.client.change(payProctorFee, { ...order, ...payment.card }, doing);
}

/** Books a session, or moves to it. */
export const book = (subject: Subject, registrationId: number, sessionId: number) =>
  subject.client.change(
    scheduleSessionForRegistration,
    { registrationId, sessionId, ...about(subject) },
    {
      studentId: subject.studentId,
      intent: { seat: { registrationId, sessionId } },
      effect: () => ({ seat: { registrationId, sessionId } }),
    },
  );

/** Cancels the session; staff give a reason. */
export const leave = (subject: Subject, registrationId: number) =>
  subject.client.change(
    cancelSession,
    { registrationId, ...subject.named },
    {
      studentId: subject.studentId,
      effect: () => ({ seat: { registrationId, sessionId: null } }),
    },
  );

/** Cancels the exam; its credits are returned, and its additional fee refunded to the card. */
export const cancel = (subject: Subject, exam: Exam, registrationId: number) =>
  subject.client.change(
    cancelExamRegistration,
    { registrationId, ...subject.named },
    {
      studentId: subject.studentId,
      effect: ({ totCreditsAvailable, refundAdditionalFees }) => ({
        cancelled: registrationId,
        seat: { registrationId, sessionId: null },
        credits: exam.credits,
        creditsAfter: totCreditsAvailable,
        refunded: cents(refundAdditionalFees.refundAmount),
      }),
    },
  );
