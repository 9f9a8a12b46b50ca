import { tableDay, timeText } from '../format/dates.ts';
import { money } from '../format/money.ts';

/** Returns '12/06/2026 9:30 AM ET' of a session's day and time, or nothing without a session. */
export function tableSession(day: string | null, time: string | null): string {
  if (!day) return '';
  return time ? `${tableDay(day)} ${timeText(time)}` : tableDay(day);
}

/**
 * Returns '12/01/2026, $60.00 due': the day of payment of a registration, and the amount still due.
 */
export const paidText = (paidOn: string | null, feesDue: number): string =>
  [...(paidOn ? [tableDay(paidOn)] : []), ...(feesDue > 0 ? [`${money(feesDue)} due`] : [])].join(
    ', ',
  );
