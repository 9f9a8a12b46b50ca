import { log } from '@portal/kit/log';
import type { z } from 'zod';

/** How long a vendor may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** A vendor that is slow, away, or answers something else than it should. */
export class PartnerTrouble extends Error {}

/**
 * Asks a vendor; null when it does not know what was asked for (404). Throws PartnerTrouble when it does not answer in time, answers with an error, or not in
 * the form agreed. What was asked is not logged: it names a student.
 */
export async function askPartner<T>(partner: 'tal' | 'coopersmith', url: string, answer: z.ZodType<T>): Promise<T | null> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json' },
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new PartnerTrouble(`status ${response.status}`);
    return answer.parse(await response.json());
  } catch (error) {
    const { name, message } = error as Error;
    log.warn({ partner, reason: error instanceof PartnerTrouble ? message : name }, 'partner failed');
    throw error instanceof PartnerTrouble ? error : new PartnerTrouble(name);
  }
}
