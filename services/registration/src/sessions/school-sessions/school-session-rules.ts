import { instantInNewYork } from '@portal/kit/clock';
import { invalid } from '@portal/kit/errors';
import type { SchoolSessionTerms } from '../../capacity/seats/sessions/session-store.ts';
import { domainError } from '../../errors.ts';
import { closingMoment } from '../../records/sessions/session-times.ts';
import { usualDays } from './school-session-days.ts';

/** A requested session. Days are YYYY-MM-DD, the time HH:mm, both in New York. */
export interface WantedSession {
  gender: string | null;
  testDate: string;
  startTime: string;
  closingDate: string | null;
  returnDate: string | null;
}

/** The fields of a school that its sessions depend on. */
export interface SchoolOfSession {
  gender: string;
  sessionClosingTime: string;
}

export const dateClosed = () => domainError('session_date_closed');

/**
 * Returns the session to save for a request. The office may name closing and return day; for a
 * school admin both are computed, and the closing moment must be in the future.
 * Throws session_date_closed or invalid.
 */
export function decideSession(
  wanted: WantedSession,
  school: SchoolOfSession,
  { byOffice, now }: { byOffice: boolean; now: Date },
): SchoolSessionTerms {
  const { testDate, startTime } = wanted;
  const gender = school.gender === '3' ? wanted.gender : school.gender;
  if (gender === null) throw invalid({ path: 'gender', message: 'Gender is required.' });
  const startsAt = instantInNewYork(testDate, startTime);
  if (startsAt <= now) throw dateClosed();
  const usual = usualDays(testDate);
  const closingDate = (byOffice ? wanted.closingDate : null) ?? usual.closingDate;
  const returnDueDate = (byOffice ? wanted.returnDate : null) ?? usual.returnDueDate;
  if (closingDate > testDate) throw invalid({ path: 'closingDate', message: 'Date invalid' });
  if (returnDueDate < testDate) throw invalid({ path: 'returnDate', message: 'Date invalid' });
  const closingTime = school.sessionClosingTime;
  if (!byOffice && isPast(closingMoment({ closingDate, closingTime }), now)) throw dateClosed();
  return { gender, startsAt, closingDate, closingTime, returnDueDate };
}

/** Whether the closing moment of a session, if it has one, has passed. */
export const isPast = (moment: Date | null, now: Date): boolean => moment !== null && moment <= now;
