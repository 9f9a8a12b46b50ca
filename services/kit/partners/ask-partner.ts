import * as z from 'zod';
import { log } from '../observability/log.ts';
import { PartnerError, requestPartner } from './partner-client.ts';

/** A file as it is sent. */
export interface SentFile {
  name: string;
  type: string;
  content: Uint8Array;
}

export interface Question<T> {
  partner: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** Goes as JSON. */
  body?: unknown;
  /** Instead of a body: goes as the one file of a form. */
  file?: SentFile;
  answer: z.ZodType<T>;
  /** 8 seconds unless said otherwise: as long as a person waits. */
  timeoutMs?: number;
}

/**
 * Asks a partner that speaks JSON. Throws PartnerError when it does not answer in time, refuses,
 * fails, or answers not in the form agreed; a 404 is a refusal that `isUnknown`.
 */
export async function askPartner<T>(question: Question<T>): Promise<T> {
  const { partner, method, url, body, file, answer, timeoutMs = 8_000 } = question;
  const { status, text } = await requestPartner({
    partner,
    method,
    url,
    timeoutMs,
    ...sent(body, file),
  });
  const read = readJson(text);
  const isGood = status >= 200 && status < 300;
  const parsed = isGood && read !== undefined ? answer.safeParse(read) : null;
  if (parsed?.success) return parsed.data;
  const reason = isGood ? 'unreadable' : `status ${status}`;
  log.warn({ partner, method, reason }, 'partner failed');
  throw new PartnerError(
    reason,
    isNo(status)
      ? { ...refusalIn(status, read), isRefused: true, isFinal: true }
      : { isRefused: NOT_TRIED.has(status) },
  );
}

/** Returns the answer of a partner; null when the partner does not know the subject. */
export const unlessUnknown = <T>(request: Promise<T>): Promise<T | null> =>
  request.catch((error: unknown) => {
    if (error instanceof PartnerError && error.isUnknown) return null;
    throw error;
  });

/**
 * Statuses of the 4xx range that do not decide about the request: a time-out of the partner (408),
 * too early (425), too many requests (429).
 */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429]);
/** Statuses by which the partner certainly did nothing, but may do it later. */
const NOT_TRIED: ReadonlySet<number> = new Set([425, 429]);
/** Whether a status is the partner's final refusal of the request. */
const isNo = (status: number): boolean => status >= 400 && status < 500 && !TRANSIENT.has(status);

function sent(body: unknown, file: SentFile | undefined) {
  const accept = 'application/json';
  if (file) {
    const form = new FormData();
    form.set('file', new Blob([Buffer.from(file.content)], { type: file.type }), file.name);
    return { headers: { accept }, body: form };
  }
  if (body === undefined) return { headers: { accept } };
  return { headers: { accept, 'content-type': accept }, body: JSON.stringify(body) };
}

/** Returns undefined, which is never valid JSON, for invalid JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** From this length on what a partner says is no sentence any more. R-346. */
const TOO_LONG = 15_000;
const Refused = z.object({
  error: z.object({ code: z.string().max(100).optional().catch(undefined), message: z.string() }),
});

/**
 * Returns the partner's own code and sentence, if it gave a reason; an unknown subject needs no
 * sentence.
 */
function refusalIn(status: number, read: unknown) {
  const isUnknown = status === 404;
  const refused = Refused.safeParse(read);
  if (!refused.success) return { isUnknown };
  const { code, message } = refused.data.error;
  const said = message.length >= TOO_LONG ? 'Error' : message;
  return { isUnknown, code, said: isUnknown ? undefined : said };
}
