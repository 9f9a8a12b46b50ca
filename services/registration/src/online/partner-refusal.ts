import { DomainError, partnerFailed } from '@portal/kit/errors';
import { PartnerTrouble } from '../partners/ask-partner.ts';

/** What a person reads when a partner fails: code and sentence. R-144. */
const partnerTexts = {
  proctor_failed: 'There was an error loading your exam. Please try again.',
  exam_platform_error: 'Exam Platform Error',
  program_platform_error: 'Program Platform Error',
  coopersmith_failed: 'There was a problem connecting to your Coopersmith student record.',
} as const;
export type PartnerCode = keyof typeof partnerTexts;

/** A partner's failure after which nothing is tried any more. */
class FinalFailure extends DomainError {
  override get isPassing(): boolean {
    return false;
  }
}

/** The answer of a partner; its failure becomes the 502 of the call, a final one when nothing is to go on by itself. */
export async function orRefuse<T>(code: PartnerCode, asked: Promise<T>, isFinal = false): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PartnerTrouble)) throw error;
    const extra = error.said === undefined ? {} : { reason: error.said };
    throw isFinal ? new FinalFailure(502, code, partnerTexts[code], extra) : partnerFailed(code, partnerTexts[code], extra);
  }
}
