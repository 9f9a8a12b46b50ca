import type { Call } from '@portal/kit/commands/command';
import { isPerson } from '../../partners/recaptcha.ts';
import { botProof } from './bot-proof.ts';

/**
 * Queries the bot check and returns a proof for one sign-up, or null for a robot (C-S17). Refuses
 * with bot_check_down.
 */
export async function verifyBotCheck(
  call: Call,
  { recaptchaToken }: { recaptchaToken: string },
): Promise<string | null> {
  return recaptchaToken !== '' && (await isPerson(recaptchaToken))
    ? botProof(recaptchaToken, call.now)
    : null;
}
