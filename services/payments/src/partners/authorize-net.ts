import { setTimeout as pause } from 'node:timers/promises';
import { type PartnerError, requestPartner } from '@portal/kit/partners/partner-client';
import { z } from 'zod';
import { type Account, keysOf } from './merchant-account.ts';

/**
 * The time limit for an answer, 10 seconds unless CARDS_TIMEOUT_MS is set. After it the outcome is
 * looked up at the processor.
 */
const timeoutMs = () => Number(process.env.CARDS_TIMEOUT_MS ?? 10_000);

/** The processor gave no readable answer: the request may or may not have been carried out. */
export class NoAnswer extends Error {
  /** False when the request surely never left: nothing can have happened. */
  readonly isReached: boolean;
  constructor(reason: string, isReached: boolean) {
    super(`the card processor gave no answer: ${reason}`);
    this.name = 'NoAnswer';
    this.isReached = isReached;
  }
}

/** The processor answered, and the answer is no. The text is its public sentence. */
export class ProcessorError extends Error {
  readonly code: string;
  readonly text: string;
  constructor(code: string, text: string) {
    super(`the card processor refused: ${code} ${text}`);
    this.name = 'ProcessorError';
    this.code = code;
    this.text = text;
  }
}

/** The processor's codes of a record that does not exist, or that it cannot find yet. */
const NOT_FOUND: ReadonlySet<string> = new Set(['E00040', '16']);
/** How long the processor may not find what it has just created, and the pause between tries. */
const NOT_FOUND_YET_MS = 10_000;
const PAUSE_MS = 500;

/**
 * Repeats a request about a record that the processor has just created while it answers "not
 * found", for ten seconds. Throws what the last try throws.
 */
export async function onceFound<T>(request: () => Promise<T>): Promise<T> {
  for (let left = NOT_FOUND_YET_MS / PAUSE_MS; ; left--) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ProcessorError) || !NOT_FOUND.has(error.code) || left === 0)
        throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** Numbers and strings alike, as the API mixes them. */
export const scalar = z.union([z.string(), z.number()]).transform(String);
const messages = z.object({
  resultCode: z.enum(['Ok', 'Error']),
  message: z.array(z.object({ code: z.string(), text: z.string() })).min(1),
});
export type Messages = z.output<typeof messages>;

async function post(text: string): Promise<string> {
  const url = process.env.CARDS_URL;
  if (!url) throw new Error('CARDS_URL is not set');
  const answer = await requestPartner({
    partner: 'cards',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: text,
    timeoutMs: timeoutMs(),
  }).catch((error: PartnerError) => {
    throw new NoAnswer(error.message, !error.isRefused);
  });
  if (answer.status < 200 || answer.status >= 300)
    throw new NoAnswer(`status ${answer.status}`, true);
  return answer.text;
}

type Answer<S extends z.ZodRawShape> = z.output<z.ZodObject<S>> & { messages: Messages };

/** Sends a request in the name of a merchant account. Throws NoAnswer. */
function send(request: string, body: Record<string, unknown>, account: Account): Promise<string> {
  const merchantAuthentication = keysOf(account);
  if (!merchantAuthentication) throw new Error(`the keys of the account ${account} are not set`);
  return post(JSON.stringify({ [request]: { merchantAuthentication, ...body } }));
}

/** Reads an answer by a shape. Throws NoAnswer. */
function readAnswer<S extends z.ZodRawShape>(text: string, shape: S): Answer<S> {
  try {
    const whole: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return z.object({ ...shape, messages }).parse(whole) as Answer<S>;
  } catch {
    throw new NoAnswer('unreadable', true);
  }
}

/**
 * Asks one thing of the Authorize.Net JSON API (`request` is its name, e.g.
 * createTransactionRequest) and reads the answer by `shape`. The order of the body's fields matters
 * there; `account` is the merchant account that is meant. Throws NoAnswer.
 */
export async function ask<S extends z.ZodRawShape>(
  request: string,
  body: Record<string, unknown>,
  shape: S,
  account: Account = 'TTI',
): Promise<Answer<S>> {
  return readAnswer(await send(request, body, account), shape);
}

/** Codes of a busy server and of one in maintenance: it did nothing, and will do it later. */
const NOT_TRIED: ReadonlySet<string> = new Set(['E00053', 'E00104']);

/** Returns the refusal that an answer carries, or NoAnswer where the processor tried nothing. */
export function errorOf({
  messages: { message },
}: {
  messages: Messages;
}): ProcessorError | NoAnswer {
  const { code = '', text = '' } = message[0] ?? {};
  return NOT_TRIED.has(code)
    ? new NoAnswer(`${code} ${text}`, false)
    : new ProcessorError(code, text);
}

/** Whether the processor refuses with this code, which is final. */
export const isRefusedWith = (error: unknown, code: string): error is ProcessorError =>
  error instanceof ProcessorError && error.code === code;

/**
 * As `ask`, but an answer that says no is thrown as ProcessorError, or as NoAnswer of a processor
 * that tried nothing. Such an answer has no other field, so it is read before the shape.
 */
export async function askOk<S extends z.ZodRawShape>(
  request: string,
  body: Record<string, unknown>,
  shape: S,
  account: Account = 'TTI',
): Promise<Answer<S>> {
  const text = await send(request, body, account);
  const answer = readAnswer(text, {});
  if (answer.messages.resultCode === 'Error') throw errorOf(answer);
  return readAnswer(text, shape);
}
