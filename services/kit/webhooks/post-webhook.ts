import { isIP } from 'node:net';
import { steadyNow } from '../steady-clock.ts';
import { AddressNotAllowed, allowedAddresses, type ResolvedRules } from './hosts/resolve-host.ts';
import { webhookUrl } from './hosts/webhook-url.ts';
import { retryAfterMs } from './next-try.ts';

/** The result of a try. */
export interface TryOutcome {
  ok: boolean;
  /** Of the answer, if one came. */
  status: number | null;
  ms: number;
  /** Why it failed, for people; null: it did not. */
  error: string | null;
  /** The beginning of the receiver's answer. */
  answer: string;
  /** The pause that the receiver requested, in milliseconds. */
  retryAfterMs: number | null;
}

/** How webhooks are sent. */
export interface Sending extends ResolvedRules {
  /** Until the answer begins; 10 seconds unless said otherwise. */
  timeoutMs?: number;
  /** Further authorities whose certificates count, beside those of the system. */
  ca?: string;
  /** The port that https means; another one only in tests. */
  port?: number;
}

const TIMEOUT_MS = 10_000;
/** Characters of an answer that are kept (C-O63), and bytes that are read for them. */
const ANSWER_CHARACTERS = 500;
const ANSWER_BYTES = 2_000;
const USER_AGENT = 'JSE-Portal-Webhooks/1';

/**
 * Makes one try of a webhook: resolves the name, checks every address, connects to one that was
 * checked, and takes 2xx for success. Redirects are not followed, and of the answer
 * only the beginning is read. Never throws.
 */
export async function postWebhook(
  target: { url: string; headers: Readonly<Record<string, string>>; body: string },
  sending: Sending,
): Promise<TryOutcome> {
  const started = performance.now();
  const signal = AbortSignal.timeout(sending.timeoutMs ?? TIMEOUT_MS);
  const ended = (outcome: Omit<TryOutcome, 'ms'>): TryOutcome => ({
    ...outcome,
    ms: Math.round(performance.now() - started),
  });
  try {
    return ended(await post(target, sending, signal));
  } catch (error) {
    const said = signal.aborted ? 'No answer in time.' : inWords(error);
    return ended({ ok: false, status: null, error: said, answer: '', retryAfterMs: null });
  }
}

async function post(
  { url: text, headers, body }: Parameters<typeof postWebhook>[0],
  sending: Sending,
  signal: AbortSignal,
): Promise<Omit<TryOutcome, 'ms'>> {
  const url = webhookUrl(text, sending);
  if (url === null) throw new AddressNotAllowed('The address is not allowed.');
  const addresses = await unlessAborted(allowedAddresses(url, sending), signal);
  if (sending.port !== undefined) url.port = String(sending.port);
  const { Agent, request } = await import('undici');
  // of this try alone: nothing is sent over a connection to an address of before
  const agent = new Agent({
    connect: {
      // called on connecting: returns the checked addresses, without a second resolution
      lookup: (_host, options, give) => {
        const [first = ''] = addresses;
        const all = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) give(null, all);
        else give(null, first, isIP(first));
      },
      ...(sending.ca === undefined ? {} : { ca: sending.ca }),
    },
    pipelining: 0,
    maxRedirections: 0,
  } as ConstructorParameters<typeof Agent>[0]);
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
      body,
      signal,
    });
    const status = response.statusCode;
    const answer = await beginningOf(response.body);
    const retryAfter = response.headers['retry-after'];
    return {
      ok: status >= 200 && status < 300,
      status,
      error: faultOf(status),
      answer,
      retryAfterMs: retryAfterMs(
        status,
        Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
        steadyNow(),
      ),
    };
  } finally {
    // the rest of the response is not awaited
    void agent.destroy().catch(() => {});
  }
}

/** Limits the wait for a slow name server to the time of the try. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'Redirects are not followed.';
  return `The answer was ${status}.`;
}

/** Returns the first characters of an answer; of one that breaks off, the received characters. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // the status has come, and decides
  }
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
  // PostgreSQL keeps no NUL
  return [...text.replaceAll('\0', '')].slice(0, ANSWER_CHARACTERS).join('');
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed without an answer.',
  EPIPE: 'The connection was closed without an answer.',
  UND_ERR_SOCKET: 'The connection was closed without an answer.',
  EHOSTUNREACH: 'The address cannot be reached.',
  ENETUNREACH: 'The address cannot be reached.',
  ETIMEDOUT: 'The address cannot be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'The address cannot be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer were too large.',
};

/** Describes a failure for the developers of the receiver, without the address or the body. */
function inWords(error: unknown): string {
  if (error instanceof AddressNotAllowed) return error.message;
  const { code, name, errors } = error as Error & { code?: unknown; errors?: { code?: unknown }[] };
  const known = String(code ?? errors?.[0]?.code ?? '');
  if (WORDS[known] !== undefined) return WORDS[known];
  if (/CERT|SELF_SIGNED|ISSUER|ALTNAME|SIGNATURE/.test(known))
    return `The certificate of the address was refused (${known}).`;
  if (known.startsWith('HPE_') || name === 'HTTPParserError') return 'The answer was no HTTP.';
  return `The request failed (${known || 'unknown'}).`;
}
