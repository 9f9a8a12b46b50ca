import { log } from '@portal/kit/log';
import { z } from 'zod';

/** How long a person waits for a partner, in milliseconds. */
const PATIENCE_MS = 8_000;

/** A partner that is slow, away, or answers something else than it should. */
export class PartnerTrouble extends Error {}

/** A partner that knows what is meant and will not do it. `said` is its own sentence. */
export class PartnerRefusal extends Error {
  readonly code: string;
  readonly said: string;
  constructor(code: string, said: string) {
    super(`refused: ${code}`);
    this.code = code;
    this.said = said;
  }
}

export interface Question<T> {
  /** Which partner, for the log. */
  partner: 'tti';
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body?: unknown;
  answer: z.ZodType<T>;
}

/**
 * Asks a partner. Throws PartnerRefusal with its sentence when it says no, PartnerTrouble when it does not answer in time, fails, or answers not in
 * the form agreed. What was asked is not logged: it names a student.
 */
export async function askPartner<T>({ partner, method, url, body, answer }: Question<T>): Promise<T> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status >= 500) throw new PartnerTrouble(`status ${response.status}`);
    const text: unknown = await response.json();
    if (response.ok) return answer.parse(text);
    const { error } = refused.parse(text);
    throw new PartnerRefusal(error.code, error.message);
  } catch (error) {
    if (error instanceof PartnerRefusal) throw error;
    const reason = error instanceof PartnerTrouble ? error.message : (error as Error).name;
    log.warn({ partner, reason }, 'partner failed');
    throw error instanceof PartnerTrouble ? error : new PartnerTrouble(reason);
  }
}

const refused = z.object({ error: z.object({ code: z.string().max(100), message: z.string().max(1000) }) });
