import { partnerFailed } from '@portal/kit/errors';
import { log } from '@portal/kit/log';
import { z } from 'zod';

const Answer = z.object({ success: z.boolean() });

/** Whether the bot check takes what it gave the browser for a person's. Refuses with bot_check_down when it does not answer within 5 s. */
export async function isPerson(recaptchaToken: string): Promise<boolean> {
  try {
    const answer = await fetch(process.env.RECAPTCHA_VERIFY_URL ?? '', {
      method: 'POST',
      body: new URLSearchParams({ secret: process.env.RECAPTCHA_SECRET ?? '', response: recaptchaToken }),
      signal: AbortSignal.timeout(5000),
    });
    return Answer.parse(await answer.json()).success;
  } catch (error) {
    log.warn({ reason: (error as Error).name }, 'bot check does not answer');
    throw partnerFailed('bot_check_down', 'The check did not answer. Please try again.');
  }
}
