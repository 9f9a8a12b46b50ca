import { t } from '@lingui/core/macro';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import type { Contract } from '@portal/contract/calls';
import { endpoints } from '@portal/contract/gen/endpoints';
import { accountHeader, sessionHeader } from '@portal/contract/pages/session-header';
import type { Problem } from '@portal/contract/problem';
import { inThisLanguage } from '../language/answers.ts';
import { accountOfPage, noteSession } from '../session/session-clock.ts';
import { beginTrace, type CallTrace } from './call-trace.ts';
import { whileRepeating } from './repeating.ts';

/** A call of the contract as the page sends it: its types, without its schemas. */
export interface Wire<Spec extends CallSpec> {
  method: Spec['method'];
  path: Spec['path'];
  /** Sends an `Idempotency-Key`. */
  keyed?: boolean;
  /** Never there; carries the types. */
  spec?: Spec;
}

/** Every call of the contract by its name. The schemas stay on the server. */
export const api: { readonly [Name in keyof Contract]: Wire<Contract[Name]> } = endpoints;

const noAnswer = t`The portal did not answer. Check your connection and try again.`;
const sessionEnded = t`Your session had ended. Please try again.`;
const noProblem = t`Something went wrong. Please try again.`;

/**
 * A call that failed. `message` is the sentence for the person; status 0 means that no answer came,
 * so the outcome is unknown.
 */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Partial<Problem>;
  /** Milliseconds after which the server allows a retry; 0 when it did not say. */
  readonly retryAfterMs: number;

  constructor(status: number, problem: Partial<Problem>, retryAfterMs = 0) {
    super(problem.detail ?? (status === 0 ? noAnswer : noProblem));
    this.name = 'CallFailure';
    this.status = status;
    this.code = problem.code ?? (status === 0 ? 'no_answer' : 'unreadable');
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  /**
   * The id by which support finds this failure; only for unexpected failures and missing answers. A
   * refusal explains itself.
   */
  get requestId(): string | undefined {
    return this.status === 0 || this.status >= 500 ? this.problem.requestId : undefined;
  }

  /** Whether the server has decided: the same request again would only give the same answer. */
  get isFinal(): boolean {
    // an expired session decides nothing about the requests that were sent in it
    return (
      this.problem.final === true ||
      (this.status >= 400 &&
        this.status < 500 &&
        this.status !== 401 &&
        this.code !== 'request_in_progress')
    );
  }

  /** Whether the next call begins another try: the failed partner was called once for this one. */
  get endsTry(): boolean {
    return this.isFinal || this.code === 'partner_failed';
  }
}

/** Whether this is the refusal with that code. */
export const isRefusal = (error: unknown, code: string): error is CallFailure =>
  error instanceof CallFailure && error.code === code;

const failureListeners = new Set<(failure: CallFailure) => void>();
/**
 * Registers a listener for every failed call, for failures that concern the whole page: an expired
 * session, a barred student. Returns a function that removes it.
 */
export function onFailure(listener: (failure: CallFailure) => void): () => void {
  failureListeners.add(listener);
  return () => void failureListeners.delete(listener);
}

/** Returns the failure of a call, after notifying the listeners. */
export function failed(status: number, problem: Partial<Problem>, retryAfterMs = 0): CallFailure {
  // the person reading it may have signed in again; with another status an exam session is over
  const failure = new CallFailure(
    status,
    status === 401 && problem.code === 'session_over'
      ? { ...problem, detail: sessionEnded }
      : problem,
    retryAfterMs,
  );
  for (const listener of failureListeners) listener(failure);
  return failure;
}

const asQuery = (input: object): string => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

async function readProblem(response: Response): Promise<Partial<Problem>> {
  if (!response.headers.get('content-type')?.includes('json')) return {};
  return response
    .json()
    .then(inThisLanguage)
    .catch(() => ({}));
}

export interface Sending {
  /** One a try; see `KeyPerTry`. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The token of a link that authenticates instead of a session. */
  bearer?: string | undefined;
  /** Started by a caller that has to name the trace even when the call is cancelled. */
  trace?: CallTrace | undefined;
  /** Called with the headers of a successful response. */
  onHeaders?: ((headers: Headers) => void) | undefined;
}

/** Longest wait for an answer. Charges may take the processor's whole time limit. */
export const TIMEOUT_MS = 75_000;

/**
 * Makes a call once and returns its response; cancels it when no response begins in time. Throws
 * CallFailure.
 */
export async function ask<Spec extends CallSpec>(
  { method, path }: Wire<Spec>,
  input: CallInput<Spec>,
  { key, signal, bearer, trace = beginTrace(path) }: Omit<Sending, 'onHeaders'> = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    traceparent: trace.header,
  };
  if (method === 'POST') headers['content-type'] = 'application/json';
  if (key) headers['idempotency-key'] = key;
  if (bearer) headers['authorization'] = `Bearer ${bearer}`;
  const account = accountOfPage();
  if (account) headers[accountHeader] = account;
  const request: RequestInit = { method, headers, ...(signal ? { signal } : {}) };
  if (method === 'POST') request.body = JSON.stringify(input);

  const response = await fetch(method === 'GET' ? path + asQuery(input) : path, request).catch(
    (reason: unknown) => {
      if (signal?.aborted) throw reason;
      throw new CallFailure(0, { requestId: trace.id });
    },
  );
  trace.answered(response.headers.get('portal-trace'), response.status);
  noteSession(response.headers.get(sessionHeader));
  if (response.ok) return response;
  throw failed(response.status, await readProblem(response), retryAfterOf(response));
}

async function sendOnce<Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  { signal, onHeaders, ...sending }: Omit<Sending, 'trace'> = {},
): Promise<CallAnswer<Spec>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const trace = beginTrace(call.path);
  const noAnswer = () => new CallFailure(0, { requestId: trace.id });
  const response = await ask(call, input, { ...sending, trace, signal: either }).catch(
    (reason: unknown) => {
      throw timeout.aborted && !signal?.aborted ? noAnswer() : reason;
    },
  );
  onHeaders?.(response.headers);
  const answer = response.json().then(inThisLanguage);
  return answer.catch(() => {
    throw noAnswer(); // cut off half-way: as good as no answer
  });
}

/**
 * Makes a call once; when the portal admits no more visitors, waits in an overlay until it does.
 * Throws CallFailure.
 */
export async function send<Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  sending: Sending = {},
): Promise<CallAnswer<Spec>> {
  for (;;) {
    try {
      return await sendOnce(call, input, sending);
    } catch (failure) {
      if (!isRefusal(failure, 'waiting_room')) throw failure;
      const file = await import('../waiting/wait-for-turn.ts').catch(() => null);
      if (file === null) throw failure;
      await file.waitForTurn();
    }
  }
}

/** The longest wait before a retry, even if a server or a proxy requests more. */
const MAX_RETRY_AFTER_MS = 10_000;

/** Returns the delay of `Retry-After`, in milliseconds; 0 for none, or for a date. */
function retryAfterOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : 0;
}

/**
 * Gives each try its Idempotency-Key: the same key while the outcome of a try is unknown and the
 * same request is repeated, a new one after a final answer or for another request.
 */
export class KeyPerTry {
  #open: { body: string; key: string } | null = null;
  #isDoubtful = false;

  keyFor(body: string): string {
    if (this.#open?.body !== body) {
      this.#open = { body, key: crypto.randomUUID() };
      this.#isDoubtful = false;
    }
    return this.#open.key;
  }

  /** The try has ended: with an answer, or with a refusal that is final. */
  settle(): void {
    this.#open = null;
    this.#isDoubtful = false;
  }

  /** The outcome of a request of this try is unknown: the change may have been made. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  doubt(): void {
    this.#isDoubtful = true;
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** A crashed service restarts within a second or two; after longer waits the person decides. */
export const REPEAT_AFTER_MS: readonly number[] = [700, 1500, 3000, 6000];
const isWorthRepeating = (failure: unknown): failure is CallFailure =>
  failure instanceof CallFailure &&
  (failure.status === 0 || failure.status === 503 || failure.code === 'request_in_progress');

/**
 * Makes a change under one key; when no answer comes, or a service is down, repeats it with the
 * same key a few times. `what` describes the change in full. Throws CallFailure.
 */
export async function withKey<T>(
  keys: KeyPerTry,
  what: string,
  work: (key: string) => Promise<T>,
  waits: readonly number[] = REPEAT_AFTER_MS,
): Promise<T> {
  const key = keys.keyFor(what);
  for (let repeats = 0; ; repeats++) {
    try {
      const answer = await work(key);
      keys.settle();
      return answer;
    } catch (failure) {
      if (failure instanceof CallFailure && failure.endsTry) keys.settle();
      else if (failure instanceof CallFailure && failure.status !== 401) keys.doubt();
      const wait = waits[repeats];
      if (wait === undefined || !isWorthRepeating(failure)) throw failure;
      await whileRepeating(pause(Math.max(wait, failure.retryAfterMs)));
    }
  }
}

/** Makes a keyed call, and repeats it as `withKey` does. Fails with CallFailure. */
export const sendWithKey = <Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  keys: KeyPerTry,
  waits?: readonly number[],
): Promise<CallAnswer<Spec>> =>
  withKey(keys, call.path + JSON.stringify(input), (key) => send(call, input, { key }), waits);
