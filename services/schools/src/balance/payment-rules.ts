import { invalid } from '@portal/kit/errors';

/** Most that one payment by hand may be, in cents. */
export const MAX_PAYMENT_CENTS = 100_000_000;

/** Most that one payment by card may be, in cents. */
export const MAX_CARD_PAYMENT_CENTS = 5_000_000;

/** Refuses with invalid what a school cannot pay by card, in cents. R-283. */
export function checkCardAmount(amountCents: number): void {
  if (amountCents <= 0 || amountCents > MAX_CARD_PAYMENT_CENTS)
    throw invalid({ path: 'amount', message: 'Please enter an amount.' });
}

export interface ManualPayment {
  amountCents: number;
  /** YYYY-MM-DD */
  date: string;
  comment: string | null;
}

/**
 * Returns the kind of entry of a manual payment. A negative amount is a correction; it needs the
 * permission to correct and a comment. Refuses with invalid..
 */
export function entryKind(
  { amountCents, date, comment }: ManualPayment,
  { today, mayCorrect }: { today: string; mayCorrect: boolean },
): 'manual_payment' | 'correction' {
  const isCorrection = amountCents < 0 && mayCorrect;
  const isInRange = amountCents !== 0 && Math.abs(amountCents) <= MAX_PAYMENT_CENTS;
  if (!isInRange || (amountCents < 0 && !isCorrection))
    throw invalid({ path: 'amount', message: 'Please enter an amount.' });
  if (date > today) throw invalid({ path: 'date', message: 'Date invalid' });
  if (isCorrection && comment === null)
    throw invalid({ path: 'comment', message: 'Please enter a comment.' });
  return isCorrection ? 'correction' : 'manual_payment';
}
