import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import type { Problem } from '@portal/contract/problem';

/**
 * A call of the contract as the page sends it. The contract is imported as a type only, so the schemas stay on the server; method and path
 * are checked by the compiler against the call they name.
 */
export interface Wire<Spec extends CallSpec> {
  method: Spec['method'];
  path: Spec['path'];
  /** Sends an `Idempotency-Key`. */
  keyed: boolean;
  /** Never there; carries the types. */
  spec?: Spec;
}
type Keyed<Spec> = Spec extends { keyed: true } ? [keyed: 'keyed'] : [];

/** Names a call: `wire<typeof login>('POST', '/api/login')`; a third argument `'keyed'` where the contract says so. */
export const wire = <Spec extends CallSpec>(method: Spec['method'], path: Spec['path'], ...keyed: Keyed<Spec>): Wire<Spec> => ({
  method,
  path,
  keyed: keyed.length > 0,
});

const noAnswer = 'The portal did not answer. Check your connection and try again.';
const noProblem = 'Something went wrong. Please try again.';

/** A call that failed. `message` is the sentence for the person; status 0 means that no answer came, so nobody knows what happened. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? (status === 0 ? noAnswer : noProblem));
    this.name = 'CallFailure';
    this.status = status;
    this.code = problem.code ?? (status === 0 ? 'no_answer' : 'unreadable');
    this.problem = problem;
  }

  /** Whether the server has decided: the same request again would only give the same answer. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.code !== 'request_in_progress';
  }
}

/** Whether this is the refusal with that code. */
export const isRefusal = (error: unknown, code: string): error is CallFailure => error instanceof CallFailure && error.code === code;

const failureListeners = new Set<(failure: CallFailure) => void>();
/** Tells of every call that fails, for what concerns the page as a whole: a session that is over, a student who is barred. Gives back how to stop. */
export function onFailure(listener: (failure: CallFailure) => void): () => void {
  failureListeners.add(listener);
  return () => void failureListeners.delete(listener);
}

/** The failure of a call, which those who listen have been told. */
export function failed(status: number, problem: Partial<Problem>): CallFailure {
  const failure = new CallFailure(status, problem);
  for (const listener of failureListeners) listener(failure);
  return failure;
}

const asQuery = (input: object): string => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

async function readProblem(response: Response): Promise<Partial<Problem>> {
  if (!response.headers.get('content-type')?.includes('json')) return {};
  return response.json().catch(() => ({}));
}

export interface Sending {
  /** One a try; see `KeyPerTry`. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Of a link that stands for a session. */
  bearer?: string | undefined;
}

/** Longest wait for an answer. Charges may take the processor's whole time limit. */
export const PATIENCE_MS = 75_000;

/** Makes a call once. Fails with CallFailure. */
export async function send<Spec extends CallSpec>(
  { method, path }: Wire<Spec>,
  input: CallInput<Spec>,
  { key, signal, bearer }: Sending = {},
): Promise<CallAnswer<Spec>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method === 'POST') headers['content-type'] = 'application/json';
  if (key) headers['idempotency-key'] = key;
  if (bearer) headers['authorization'] = `Bearer ${bearer}`;
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const request: RequestInit = { method, headers, signal: signal ? AbortSignal.any([signal, patience]) : patience };
  if (method === 'POST') request.body = JSON.stringify(input);

  const response = await fetch(method === 'GET' ? path + asQuery(input) : path, request).catch((reason: unknown) => {
    if (signal?.aborted) throw reason;
    throw new CallFailure(0, {});
  });
  if (response.ok) {
    return response.json().catch(() => {
      throw new CallFailure(0, {}); // cut off half-way: as good as no answer
    });
  }
  throw failed(response.status, await readProblem(response));
}

/**
 * Gives each try its Idempotency-Key: the same key while nobody knows how the try ended and the same is asked again, a new one after a
 * final answer or when something else is asked.
 */
export class KeyPerTry {
  #open: { body: string; key: string } | null = null;

  keyFor(body: string): string {
    if (this.#open?.body !== body) this.#open = { body, key: crypto.randomUUID() };
    return this.#open.key;
  }

  /** The try has ended: with an answer, or with a refusal that is final. */
  settle(): void {
    this.#open = null;
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** A service that died is back within a second or two; longer than this is for the person to decide. */
const REPEAT_AFTER_MS: readonly number[] = [700, 1500, 3000];
const isWorthRepeating = (failure: unknown): boolean =>
  failure instanceof CallFailure && (failure.status === 0 || failure.status === 503 || failure.code === 'request_in_progress');

/** Does a thing under one key; when no answer comes, or a part is down, repeats it with the same key a few times. `what` says in full what is done. Fails with CallFailure. */
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
      if (failure instanceof CallFailure && failure.isFinal) keys.settle();
      const wait = waits[repeats];
      if (wait === undefined || !isWorthRepeating(failure)) throw failure;
      await pause(wait);
    }
  }
}

/** Makes a keyed call, and repeats it as `withKey` does. Fails with CallFailure. */
export const sendWithKey = <Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  keys: KeyPerTry,
  waits?: readonly number[],
): Promise<CallAnswer<Spec>> => withKey(keys, call.path + JSON.stringify(input), (key) => send(call, input, { key }), waits);
