import { log } from '@portal/kit/observability/log';
import { requestPartner } from '@portal/kit/partners/partner-client';
import { z } from 'zod';
import { domainError } from '../errors.ts';

const Answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).max(20).nullish(),
});

/** Error codes about our request, which say nothing about the person. */
const OUR_FAULT = ['missing-input-secret', 'invalid-input-secret', 'bad-request'];

/**
 * Whether the bot check takes what it gave the browser for a person's. Refuses with bot_check_down
 * when it does not answer within 5 s, or answers that our own request is wrong.
 */
export async function isPerson(recaptchaToken: string): Promise<boolean> {
  try {
    const { text } = await requestPartner({
      partner: 'bot check',
      method: 'POST',
      url: process.env.RECAPTCHA_VERIFY_URL ?? '',
      body: new URLSearchParams({
        secret: process.env.RECAPTCHA_SECRET ?? '',
        response: recaptchaToken,
      }),
      timeoutMs: 5_000,
    });
    const { success, 'error-codes': codes } = Answer.parse(JSON.parse(text));
    const fault = codes?.find((code) => OUR_FAULT.includes(code));
    if (!success && fault) throw new Error(`bot check refuses our request: ${fault}`);
    return success;
  } catch (error) {
    log.warn({ err: error }, 'bot check failed');
    throw domainError('bot_check_down');
  }
}
