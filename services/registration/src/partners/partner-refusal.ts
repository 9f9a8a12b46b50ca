import { PartnerError } from '@portal/kit/partners/partner-client';
import { domainError } from '../errors.ts';

/** Codes of the failures of partners, with the sentences for users. R-144. */
export type PartnerCode =
  | 'proctor_failed'
  | 'exam_platform_error'
  | 'program_platform_error'
  | 'coopersmith_failed';

/**
 * Returns the answer of a partner; its failure becomes the 502 of the call, a final one when no job
 * is to retry it.
 */
export async function orRefuse<T>(
  code: PartnerCode,
  request: Promise<T>,
  isFinal = false,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    throw domainError(code, {
      ...(error.said === undefined ? {} : { reason: error.said }),
      ...(isFinal ? { isFinal } : {}),
    });
  }
}
