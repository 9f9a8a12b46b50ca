import { t } from '@lingui/core/macro';
import { isBirthDate, newYorkDay, readDay } from '@portal/contract/days';

// The same checks as the contract's schemas make at the server, without adding the schemas to the
// first page; a test compares both.
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const PASSWORD = /^(?=.*[A-Za-z])(?=.*\d)(?=.*[@$!%*#?&,./<>':])[A-Za-z\d@$!%*#?&,./<>':]{8,128}$/;

/** */
export const isEmail = (text: string): boolean =>
  text.trim().length <= 254 && EMAIL.test(text.trim());
/** */
export const isSsn4 = (text: string): boolean => /^\d{4}$/.test(text);
/** */
export const isNewPassword = (text: string): boolean => PASSWORD.test(text);
/** MM/DD/YYYY, in the past, at most 120 years ago. R-007. */
export function isDateOfBirth(text: string, now = new Date()): boolean {
  const day = readDay(text);
  return day !== null && isBirthDate(day, newYorkDay(now));
}

/** */
export const passwordHint = t`Use 8 or more characters with a mix of letters, numbers & symbols.`;
