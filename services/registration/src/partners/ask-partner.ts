import { log } from '@portal/kit/log';
import type { z } from 'zod';

/** How long a person waits for a partner, in milliseconds. */
const PATIENCE_MS = 8_000;

/** A partner that is slow, away, or answers something else than it should. */
export class PartnerTrouble extends Error {}

export interface Question<T> {
  /** Which partner, for the log. */
  partner: 'proctoring' | 'exam platform';
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  body?: unknown;
  answer: z.ZodType<T>;
  patienceMs?: number;
}

/**
 * Asks a partner; null when it does not know what was asked for (404). Throws PartnerTrouble when it does not answer in time, answers with an
 * error, or not in the form agreed. What was asked is not logged: it names a student.
 */
export async function askPartner<T>({ partner, method, url, body, answer, patienceMs = PATIENCE_MS }: Question<T>): Promise<T | null> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new PartnerTrouble(`status ${response.status}`);
    return answer.parse(await response.json());
  } catch (error) {
    const { name, message } = error as Error;
    log.warn({ partner, reason: error instanceof PartnerTrouble ? message : name }, 'partner failed');
    throw new PartnerTrouble(name);
  }
}
