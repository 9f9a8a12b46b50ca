import { t } from '@lingui/core/macro';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { instantText } from '../format/dates.ts';
import { money } from '../format/money.ts';

interface FreeUntil {
  text: string;
  /** Leaving it costs the fee from the first moment. */
  isLost: boolean;
}

/** Until when the booked session can be left without a loss; null: no fee was paid for it. */
export function freeUntil(exam: Pick<Exam, 'actions'>): FreeUntil | null {
  const back = actionOf(exam, 'cancelSession')?.givenBack;
  if (!back) return null;
  const { proctorFeeLost: lost, proctorFeeKept: kept, keptUntil } = back;
  if (lost > 0)
    return {
      text: t`If you change or cancel this session, the ${money(lost)} proctor fee is lost.`,
      isLost: true,
    };
  if (kept === 0 || keptUntil === undefined) return null;
  return {
    text: t`Free to change until ${instantText(keptUntil)}. After that the ${money(kept)} proctor fee is lost.`,
    isLost: false,
  };
}
