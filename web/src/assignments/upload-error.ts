import { t } from '@lingui/core/macro';
import { CallFailure } from '../shared/api/client.ts';

/** From this length on what came is no sentence any more. R-346. */
const TOO_LONG = 15_000;

/**
 * What a person reads when a file was not taken: the vendor's own sentence when there is one, else
 * the portal's.
 */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof CallFailure)) return t`Error`;
  const text = error.problem.reason ?? error.message;
  return text.length >= TOO_LONG ? t`Error` : text;
}
