import { isRetryable, isUnavailable } from './database/database.ts';
import { DomainError, unavailable } from './errors.ts';

/** Services that start together may be unavailable to each other for so long, in ms. */
export const START_MS = 60_000;

/**
 * Whether an error is transient: the work is retried for as long as it takes, and the failure does
 * not count against it.
 */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  isRetryable(error) ||
  (error instanceof DomainError && error.isTransient && !(error instanceof Stuck));

/**
 * A step that has to succeed was refused. Callers get the answer that the system is unavailable,
 * since nothing is decided; but the error is permanent, so that its process becomes a dead letter.
 */
export class Stuck extends DomainError {
  constructor(refusal: DomainError) {
    const { status, code, detail, extra } = unavailable();
    super(status, code, detail, extra);
    this.cause = refusal;
  }
}
