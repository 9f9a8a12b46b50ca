import { log } from '@portal/kit/observability/log';
import { requestPartner } from '@portal/kit/partners/partner-client';
import { z } from 'zod';
import { domainError } from '../errors.ts';

const Answer = z.object({ success: z.boolean() });

/**
 * Whether the bot check takes what it gave the browser for a person's. Refuses with bot_check_down
 * when it does not answer within 5 s.
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
    return Answer.parse(JSON.parse(text)).success;
  } catch (error) {
    log.warn({ reason: (error as Error).name }, 'bot check does not answer');
    throw domainError('bot_check_down');
  }
}
