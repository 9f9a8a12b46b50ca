import { dayPlus } from '@portal/kit/clock';

const SUNDAY = 7;
const MONDAY = 1;

/**
 * Returns the default days of a school session: closing 3 days before a Sunday, 4 before a
 * Monday, else the day before; papers are due back a week after. Days are YYYY-MM-DD. R-183.
 */
export function usualDays(testDate: string): { closingDate: string; returnDueDate: string } {
  const weekday = Temporal.PlainDate.from(testDate).dayOfWeek;
  const before = weekday === SUNDAY ? 3 : weekday === MONDAY ? 4 : 1;
  return {
    closingDate: dayPlus(testDate, { days: -before }),
    returnDueDate: dayPlus(testDate, { days: 7 }),
  };
}
