import { log } from '@portal/kit/log';
import { z } from 'zod';

/** How long a person waits for a partner, in milliseconds. */
const PATIENCE_MS = 8_000;

/** A partner that is slow, away, or answers something else than it should. */
export class PartnerTrouble extends Error {
  /** The partner's own sentence about what it refused. */
  readonly said: string | undefined;
  /** It surely did nothing of what was asked: it said no, or was not reached. */
  readonly isRefused: boolean;

  constructor(reason: string, { said, isRefused = false }: { said?: string | undefined; isRefused?: boolean } = {}) {
    super(reason);
    this.said = said;
    this.isRefused = isRefused;
  }
}

/** A file as it is sent. */
export interface SentFile {
  name: string;
  type: string;
  content: Uint8Array;
}

export interface Question<T> {
  /** Which partner, for the log. */
  partner: 'proctoring' | 'exam platform' | 'coopersmith';
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  body?: unknown;
  /** Instead of a body. */
  file?: SentFile;
  answer: z.ZodType<T>;
  patienceMs?: number;
}

/**
 * Asks a partner; null when it does not know what was asked for (404). Throws PartnerTrouble when it does not answer in time, answers with an
 * error, or not in the form agreed. What was asked is not logged: it names a student.
 */
export async function askPartner<T>({
  partner,
  method,
  url,
  body,
  file,
  answer,
  patienceMs = PATIENCE_MS,
}: Question<T>): Promise<T | null> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      ...sent(body, file),
    });
    if (response.status === 404) return null;
    if (!response.ok)
      throw new PartnerTrouble(`status ${response.status}`, { said: await saidIn(response), isRefused: isNo(response.status) });
    return answer.parse(await response.json());
  } catch (error) {
    const { name, message } = error as Error;
    log.warn({ partner, reason: error instanceof PartnerTrouble ? message : name }, 'partner failed');
    throw error instanceof PartnerTrouble ? error : new PartnerTrouble(name, { isRefused: isUnreached(error as Error) });
  }
}

/** A status by which a partner says that it will not; a time-out of its own says nothing about what it did. */
const isNo = (status: number): boolean => status >= 400 && status < 500 && status !== 408;

/** The question has not left: no connection came about. */
const isUnreached = ({ cause }: Error): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes((cause as { code?: string } | undefined)?.code ?? '');

/** A file goes as the one file of a form, everything else as JSON. */
function sent(body: unknown, file: SentFile | undefined): RequestInit {
  if (file) {
    const form = new FormData();
    form.set('file', new Blob([Buffer.from(file.content)], { type: file.type }), file.name);
    return { body: form, headers: { accept: 'application/json' } };
  }
  if (body === undefined) return { headers: { accept: 'application/json' } };
  return { body: JSON.stringify(body), headers: { accept: 'application/json', 'content-type': 'application/json' } };
}

/** From this length on what a partner says is no sentence any more. R-346. */
const TOO_LONG = 15_000;
const Refused = z.object({ error: z.object({ message: z.string() }) });

/** The partner's own sentence, if it refused what was asked and said why. */
async function saidIn(response: Response): Promise<string | undefined> {
  if (response.status >= 500) return undefined;
  const read = Refused.safeParse(await response.json().catch(() => null));
  if (!read.success) return undefined;
  const { message } = read.data.error;
  return message.length >= TOO_LONG ? 'Error' : message;
}
