import { t } from '@lingui/core/macro';
import type { Exam } from '@portal/contract/exams/exam';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import { creditsText } from '../../shared/format/money.ts';

/** A registration that was just made with credits. */
export interface Registered {
  /** The exam's current row. */
  exam: Exam;
  /** Free retake credits paid for it. */
  isFree: boolean;
  spent: number;
  left: number;
}

/** '3 credits spent, 5 left' */
export const spentText = ({ isFree, spent, left }: Omit<Registered, 'exam'>): string =>
  isFree
    ? t`Free retake credits paid for it, ${creditsText(left)} left`
    : t`${creditsText(spent)} spent, ${left} left`;

/** '3 credits; 5 left', before it is registered. */
export const costText = (
  { credits, freeSeminaryRetake }: Pick<Exam, 'credits' | 'freeSeminaryRetake'>,
  { totalCredits }: Pick<CreditsInfo, 'totalCredits'>,
): string => {
  if (freeSeminaryRetake)
    return t`Free retake credits pay for it; ${creditsText(totalCredits)} left`;
  const left = totalCredits - credits;
  // the credits were spent elsewhere during the question: the answer will say so
  return left < 0 ? creditsText(credits) : t`${creditsText(credits)}; ${left} left`;
};
