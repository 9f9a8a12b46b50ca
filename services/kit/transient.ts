import { isRetryable, isUnavailable } from './database/database.ts';
import { DomainError, unavailable } from './errors.ts';

/** Services that start together may be unavailable to each other for so long, in ms. */
export const START_MS = 60_000;

/**
 * Whether an error passes by itself: what failed is tried again for as long as it takes, and that
 * is nobody's fault.
 */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  isRetryable(error) ||
  (error instanceof DomainError && error.isTransient && !(error instanceof Stuck));

/**
 * A step that has to succeed was refused. Callers hear that the system is unavailable, since
 * nothing is decided; but it does not pass by itself, so that its process becomes a dead letter.
 */
export class Stuck extends DomainError {
  constructor(refusal: DomainError) {
    const { status, code, detail, extra } = unavailable();
    super(status, code, detail, extra);
    this.cause = refusal;
  }
}
