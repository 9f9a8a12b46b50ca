import type { BulkExamPaid, PayBulkExamsResponse } from '@portal/proto/payments/v1/bulk';
import type { Spending } from '@portal/proto/payments/v1/credits';
import type {
  CheckSchoolExamsResponse,
  ConfirmedExam,
} from '@portal/proto/registration/v1/school_registrations';
import { declinedText, isSuccess, paidInVain, refusalText, texts } from '../quote/bulk-texts.ts';
import type { ExamOutcome, RunExam } from './run-store.ts';

/** An exam of a student in a run, as far as it has come. */
export interface ExamState {
  exam: RunExam;
  /** Hidden until it is confirmed; null: none was made. */
  registrationId: number | null;
  failedRegistrationId?: number | undefined;
  spending?: Spending | undefined;
  creditsToPay: number;
  amountCents: number;
  isFree: boolean;
  /** The outcome; null: not decided yet. */
  text: string | null;
  /** The card did not pay it. */
  isDeclined: boolean;
  /** It was paid, and could not be registered any more. */
  isUnmade: boolean;
}

/**
 * After the check: a hidden registration, or what is to be said. `answer` is null when registration
 * would not look at the student at all.
 */
export function checkedExam(exam: RunExam, answer: CheckSchoolExamsResponse | null): ExamState {
  const state = {
    exam,
    registrationId: null,
    creditsToPay: 0,
    amountCents: 0,
    isFree: false,
    text: null,
    isDeclined: false,
    isUnmade: false,
  };
  if (!exam.isOffered) return { ...state, text: texts.notAvailable };
  const checked = answer?.exams.find(({ examId }) => examId === exam.examId);
  if (!checked) return { ...state, text: texts.wrong };
  if (checked.isInSession) return { ...state, text: texts.success };
  if (checked.refusal !== undefined) return { ...state, text: refusalText(checked.refusal) };
  return {
    ...state,
    registrationId: checked.registrationId ?? null,
    failedRegistrationId: checked.failedRegistrationId,
  };
}

/** After payments answered: paid, or what is to be said. */
export function paidExam(state: ExamState, answer: PayBulkExamsResponse | 'refused'): ExamState {
  if (answer === 'refused') return { ...state, text: texts.wrong };
  const paid = answer.exams.find(({ registrationId }) => registrationId === state.registrationId);
  if (paid?.outcome === 'paid') return { ...state, ...moneyOf(paid) };
  if (paid?.outcome !== 'declined') return { ...state, text: texts.wrong };
  const text = answer.processorAway ? texts.noPayments : declinedText(answer.declineReason);
  return { ...state, text, isDeclined: true };
}

const moneyOf = ({ spending, creditsToPay, amountCents, isFree }: BulkExamPaid) => ({
  spending,
  creditsToPay,
  amountCents,
  isFree,
});

/** Paid, and to be confirmed. */
export const isPaid = ({ registrationId, text, spending }: ExamState): boolean =>
  registrationId !== null && text === null && spending !== undefined;

/** The same exams, some of them with this to be said. */
export const withText = (
  exams: readonly ExamState[],
  some: readonly ExamState[],
  text: string,
): ExamState[] => exams.map((exam) => (some.includes(exam) ? { ...exam, text } : exam));

/** After the confirmation: success, or that it came to nothing although it was paid. */
export function resolved(
  exams: readonly ExamState[],
  made: readonly ConfirmedExam[],
  prepays: boolean,
): ExamState[] {
  return exams.map((state) => {
    if (!isPaid(state)) return state;
    const one = made.find(({ registrationId }) => registrationId === state.registrationId);
    if (one?.confirmed)
      return { ...state, text: one.studyMaterialsNotSent ? texts.withoutMaterials : texts.success };
    const isBought = !prepays && state.creditsToPay > 0;
    return {
      ...state,
      isUnmade: true,
      text: isBought ? paidInVain(state.creditsToPay) : texts.notAvailable,
    };
  });
}

/** The stored outcome of each exam: credits and money of the successful ones only. */
export const outcomesOf = (exams: readonly ExamState[]): ExamOutcome[] =>
  exams.map(({ exam, registrationId, text, amountCents }) => {
    const counts = isSuccess(text) && registrationId !== null;
    return {
      examId: exam.examId,
      registrationId,
      result: text ?? texts.wrong,
      creditsUsed: counts ? exam.credits : 0,
      chargedCents: counts ? amountCents : 0,
    };
  });
