const HOUR_MS = 3_600_000;
/** How long it can be withdrawn. R-590 */
const WAIT_MS = 72 * HOUR_MS;
/** After something was in the way. */
const TRY_AGAIN_MS = HOUR_MS;

export const blankOn = (now: Date): Date => new Date(now.getTime() + WAIT_MS);
export const tryAgainAt = (now: Date): Date => new Date(now.getTime() + TRY_AGAIN_MS);

interface Times {
  withdrawnAt: Date | null;
  begunAt: Date | null;
  doneAt: Date | null;
}
export type BlankingState = 'waiting' | 'withdrawn' | 'running' | 'done';

/** The state of a blanking. */
export function stateOf({ withdrawnAt, begunAt, doneAt }: Times): BlankingState {
  if (withdrawnAt !== null) return 'withdrawn';
  if (doneAt !== null) return 'done';
  return begunAt === null ? 'waiting' : 'running';
}

/**
 * Why a blanking that was not withdrawn cannot be ordered again, or be withdrawn any more: the code
 * of the refusal.
 */
export function refusedBy(
  times: Omit<Times, 'withdrawnAt'>,
): 'blanking_waits' | 'blanking_runs' | 'already_blanked' {
  if (times.doneAt !== null) return 'already_blanked';
  return times.begunAt === null ? 'blanking_waits' : 'blanking_runs';
}

const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').normalize('NFC');

/** Whether what was typed is the first and the last name; blanks and capitals do not matter. */
export const isName = (
  typed: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): boolean =>
  plain(typed).localeCompare(plain(`${firstName} ${lastName}`), 'en', { sensitivity: 'accent' }) ===
  0;
