const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after the first, second, ... failed try, in milliseconds. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
] as const;
/** How many tries a delivery has. */
export const MAX_TRIES = PAUSES.length + 1;
const MAX_RETRY_AFTER = HOUR;
const SPREAD = 0.2;

/**
 * Returns the milliseconds until the next try after so many failed ones, or null after the last one
 * . `chance` is from 0 to 1 and makes a pause up to 20 % longer; `retryAfterMs` is the
 * receiver's requested pause, which counts up to an hour and never makes a pause shorter.
 */
export function pauseBeforeNextTry(
  failedTries: number,
  chance: number,
  retryAfterMs: number | null = null,
): number | null {
  const pause = PAUSES[failedTries - 1];
  if (pause === undefined) return null;
  const requestedWait = Math.min(Math.max(retryAfterMs ?? 0, 0), MAX_RETRY_AFTER);
  return Math.round(Math.max(pause * (1 + SPREAD * chance), requestedWait));
}

/**
 * Returns the delay of a Retry-After header in milliseconds: seconds or a date (RFC 9110), only of
 * responses 429 and 503. Null if it cannot be read.
 */
export function retryAfterMs(status: number, header: string | undefined, now: Date): number | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  // a date, not whatever else Date can read
  const date = / GMT$/.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now.getTime(), 0);
}
