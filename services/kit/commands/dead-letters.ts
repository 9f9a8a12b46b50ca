import { errorForLog } from '../observability/error-for-log.ts';

/**
 * Consecutive failures with a permanent error after which an item is a dead letter. With the pauses
 * below that takes about four minutes: a rollout or a failover is over by then.
 */
export const MAX_FAILURES = 10;
export const MAX_PAUSE_SECONDS = 60;

/** Seconds until the next try after so many failures in a row: 1, 2, 4 ... 60. */
export const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_SECONDS, 2 ** Math.min(Math.max(failures - 1, 0), 6));

/** An error in a few words for the row that an operator reads, without anything of a person. */
export function failureText(error: unknown): string {
  const { type, message, code, table, column, constraint, stack, cause } = errorForLog(error);
  const where = [code, table, column, constraint].filter((part) => part !== undefined).join(' ');
  const frame = stack.split('\n', 1)[0]?.trim() ?? '';
  const because =
    cause === undefined ? '' : `because of ${cause.type}: ${cause.message ?? cause.code ?? ''}`;
  return [`${type}${message === undefined ? '' : `: ${message}`}`, because, where, frame]
    .filter((part) => part !== '')
    .join(' | ')
    .slice(0, 500);
}
