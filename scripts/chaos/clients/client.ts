import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import type { Problem } from '@portal/contract/problem';
import { readSessionHeader, sessionHeader } from '@portal/contract/session-header';
import type { Answer, Person } from '../../e2e/people/person.ts';
import type { Chance } from '../../seed/load/chance.ts';
import type { Effect, History, Intent, Operation } from './history.ts';

/** A page that waits longer has given up. */
const TIMEOUT_MS = 75_000;
const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 3000;
/** How often an answer is asked for again by its key though it came. */
const REPEATED = 0.08;

/** What of an answer must be the same whenever its key is asked again. */
const FACTS = ['registrationId', 'error', 'sessionId', 'successMessage', 'refundAmount', 'msg'];

/** What an operation came to: its answer, or the refusal; null when it was given up without either. */
export type Ended<Body> =
  | { readonly isDone: true; readonly body: Body; readonly operation: Operation }
  | { readonly isDone: false; readonly code: string; readonly expected: number | undefined };

export interface ClientOptions {
  readonly name: string;
  readonly person: Person;
  /** Who signs in, as the portal names them: `student:12`; null: nobody does. */
  readonly account: string | null;
  readonly signIn: () => Promise<void>;
  readonly history: History;
  readonly chance: Chance;
  /** Nothing new is begun after it; what was begun is asked for until `abandoned`. */
  readonly stopped: AbortSignal;
  readonly abandoned: AbortSignal;
}

interface Doing<Spec extends CallSpec> {
  readonly studentId?: number | null;
  readonly intent?: Intent;
  /** What its answer says that it did. */
  readonly effect?: (body: CallAnswer<Spec>) => Effect;
  readonly name?: string;
}

/**
 * A person at a page: makes one call after the other, keeps one idempotency key a click and asks
 * again by it until an answer comes, and writes down all that came back.
 */
export class Client {
  readonly name: string;
  readonly person: Person;
  readonly chance: Chance;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.name = options.name;
    this.person = options.person;
    this.chance = options.chance;
    this.#options = options;
    this.person.timeoutMs = TIMEOUT_MS;
  }

  get isStopped(): boolean {
    return this.#options.stopped.aborted;
  }

  /** Waits as a person does who reads a page. */
  async think(most: number): Promise<void> {
    await pause(this.chance.next() * most, undefined, { signal: this.#options.stopped }).catch(
      () => {},
    );
  }

  /** Reads until an answer comes; throws when none comes any more, or a refusal. */
  async read<Spec extends CallSpec>(spec: Spec, input: CallInput<Spec>): Promise<CallAnswer<Spec>> {
    const ended = await this.#run(spec, input, null, {});
    if (ended.isDone) return ended.body;
    throw new Error(`${this.name}: ${spec.path} was refused: ${ended.code}`);
  }

  /** Changes something under one key, asked again until it is answered. */
  async change<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec>,
    doing: Doing<Spec> = {},
  ): Promise<Ended<CallAnswer<Spec>>> {
    const key = randomUUID();
    const ended = await this.#run(spec, input, key, doing);
    if (ended.isDone && this.chance.is(REPEATED)) await this.#repeat(spec, input, key, ended);
    return ended;
  }

  /** Asks until something is there that is true; gives up when the run ends. */
  async until<T>(ask: () => Promise<T>): Promise<NonNullable<T>> {
    for (;;) {
      const found = await ask();
      if (found) return found;
      await pause(MAX_PAUSE_MS, undefined, { signal: this.#options.abandoned });
    }
  }

  /** Does something on a partner's page, again while the partner does not answer as it should. */
  untilAnswered<T>(act: () => Promise<T>): Promise<NonNullable<T>> {
    return this.until(() => act().catch(() => undefined));
  }

  async #run<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec>,
    key: string | null,
    { studentId = null, intent = {}, effect, name }: Doing<Spec>,
  ): Promise<Ended<CallAnswer<Spec>>> {
    const operation = this.#options.history.invoke({
      client: this.name,
      studentId,
      name: name ?? spec.path.replace('/api/', ''),
      key,
      usesCard: 'card' in spec || 'charged' in intent,
      intent,
    });
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#ask(operation, spec, input, key);
      if (answer && isFinal(answer)) {
        operation.answeredAt = this.#options.history.now();
        operation.status = answer.status;
        operation.code = answer.status < 300 ? null : answer.body.code;
        if (answer.status < 300) {
          operation.outcome = 'done';
          operation.effect = effect?.(answer.body) ?? {};
          return { isDone: true, body: answer.body, operation };
        }
        operation.outcome = 'refused';
        return { isDone: false, code: answer.body.code, expected: answer.body.expected };
      }
      if (answer?.status === 401) await this.#options.signIn();
      await this.#wait(tries, answer);
    }
  }

  /** One try; null when no whole answer came. */
  async #ask<Spec extends CallSpec>(
    operation: Pick<Operation, 'attempts'>,
    spec: Spec,
    input: CallInput<Spec>,
    key: string | null,
  ): Promise<Answer<CallAnswer<Spec> & Problem> | null> {
    const at = this.#options.history.now();
    const answer = await this.person.ask(spec, input, key ?? undefined).catch(() => null);
    const told = readSessionHeader(answer?.headers.get(sessionHeader) ?? null)?.account;
    const isOther = told !== undefined && told !== this.#options.account;
    operation.attempts.push({
      at,
      ms: this.#options.history.now() - at,
      status: answer?.status ?? 0,
      code: answer && answer.status >= 300 ? (answer.body.code ?? null) : null,
      hasRetryAfter: answer?.headers.has('retry-after') ?? false,
      ...(isOther ? { otherAccount: told } : {}),
    });
    return answer;
  }

  /** Asks for an answer again that has come already: it has to be the same. */
  async #repeat<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec>,
    key: string,
    { body, operation }: { body: CallAnswer<Spec>; operation: Operation },
  ): Promise<void> {
    const again = await this.#ask(operation, spec, input, key);
    if (!again || !isFinal(again)) return; // told nothing
    operation.repeats.push({
      first: factsOf(operation.status, body),
      again: factsOf(again.status, again.body),
    });
  }

  async #wait(tries: number, answer: Answer<unknown> | null): Promise<void> {
    const said = Number(answer?.headers.get('retry-after') ?? 0) * 1000;
    const ms = Math.max(said, Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS));
    await pause(ms, undefined, { signal: this.#options.abandoned });
  }
}

/** Whether the portal has decided; after a partner that failed the page begins another try. */
function isFinal({ status, body }: Answer<Partial<Problem>>): boolean {
  if (status === 202) return true;
  if (status === 200 || body.final || body.code === 'partner_failed') return true;
  return status >= 400 && status < 500 && status !== 401 && body.code !== 'request_in_progress';
}

function factsOf(status: number, body: unknown): string {
  const fields = body as Readonly<Record<string, unknown>>;
  return JSON.stringify([status, ...FACTS.map((name) => fields[name] ?? null)]);
}
