import { t } from '@lingui/core/macro';
import { CallFailure } from '../shared/api/client.ts';

/** Longer answers are no sentence for a person. R-346. */
const TOO_LONG = 15_000;

/**
 * Returns the sentence about a refused file: the vendor's own when there is one, else the portal's.
 */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof CallFailure)) return t`Error`;
  const text = error.problem.reason ?? error.message;
  return text.length >= TOO_LONG ? t`Error` : text;
}
