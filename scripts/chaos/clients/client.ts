import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { readSessionHeader, sessionHeader } from '@portal/contract/pages/session-header';
import type { Problem } from '@portal/contract/problem';
import type { Answer, Person } from '../../portal-user/person.ts';
import type { Chance } from '../../seed/load/chance.ts';
import type { Effect, History, Intent, Operation } from './history.ts';

/** A page that waits longer times out. */
const TIMEOUT_MS = 75_000;
const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 3000;
/** How often an answered request is sent again with its key. */
const REPEATED = 0.08;

/** The fields of an answer that must be the same for repeated keys. */
const FACTS = ['registrationId', 'error', 'sessionId', 'successMessage', 'refundAmount', 'msg'];

/** The outcome of an operation: its answer or refusal; null: neither came. */
export type Ended<Body> =
  | { readonly isDone: true; readonly body: Body; readonly operation: Operation }
  | { readonly isDone: false; readonly code: string; readonly expected: number | undefined };

export interface ClientOptions {
  readonly name: string;
  readonly person: Person;
  /** The account that signs in, as the portal names it: `student:12`; null: none. */
  readonly account: string | null;
  readonly signIn: () => Promise<void>;
  readonly history: History;
  readonly chance: Chance;
  /** No operation starts after it; started ones are retried until `abandoned`. */
  readonly stopped: AbortSignal;
  readonly abandoned: AbortSignal;
}

interface Doing<Spec extends CallSpec> {
  readonly studentId?: number | null;
  readonly intent?: Intent;
  /** Returns the effect that an answer states. */
  readonly effect?: (body: CallAnswer<Spec>) => Effect;
  readonly name?: string;
}

/**
 * A person at a page: makes one call after the other, retries a click with the same idempotency key
 * until an answer comes, and records all answers.
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

  /** Waits like a person who reads a page. */
  async think(maxMs: number): Promise<void> {
    await pause(this.chance.next() * maxMs, undefined, { signal: this.#options.stopped }).catch(
      () => {},
    );
  }

  /** Reads until an answer comes; throws if none can come any more, or at a refusal. */
  async read<Spec extends CallSpec>(spec: Spec, input: CallInput<Spec>): Promise<CallAnswer<Spec>> {
    const ended = await this.#run(spec, input, null, {});
    if (ended.isDone) return ended.body;
    throw new Error(`${this.name}: ${spec.path} was refused: ${ended.code}`);
  }

  /** Makes a change under one key, retried until it is answered. */
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

  /** Polls until the result is truthy; stops when the run ends. */
  async until<T>(ask: () => Promise<T>): Promise<NonNullable<T>> {
    for (;;) {
      const found = await ask();
      if (found) return found;
      await pause(MAX_PAUSE_MS, undefined, { signal: this.#options.abandoned });
    }
  }

  /** Acts on a partner's page, again while the partner does not answer properly. */
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

  /** Makes one attempt; returns null if no complete answer came. */
  async #ask<Spec extends CallSpec>(
    operation: Pick<Operation, 'attempts'>,
    spec: Spec,
    input: CallInput<Spec>,
    key: string | null,
  ): Promise<Answer<CallAnswer<Spec> & Problem> | null> {
    const at = this.#options.history.now();
    const answer = await this.person.ask(spec, input, key ?? undefined).catch(() => null);
    const account = readSessionHeader(answer?.headers.get(sessionHeader) ?? null)?.account;
    const isOther = account !== undefined && account !== this.#options.account;
    operation.attempts.push({
      at,
      ms: this.#options.history.now() - at,
      status: answer?.status ?? 0,
      code: answer && answer.status >= 300 ? (answer.body.code ?? null) : null,
      hasRetryAfter: answer?.headers.has('retry-after') ?? false,
      ...(isOther ? { otherAccount: account } : {}),
    });
    return answer;
  }

  /** Repeats an answered request: the answer has to be the same. */
  async #repeat<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec>,
    key: string,
    { body, operation }: { body: CallAnswer<Spec>; operation: Operation },
  ): Promise<void> {
    const again = await this.#ask(operation, spec, input, key);
    if (!again || !isFinal(again)) return; // no decision to compare
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

/**
 * Returns whether the portal has decided; after a partner's failure the page begins another
 * attempt.
 */
function isFinal({ status, body }: Answer<Partial<Problem>>): boolean {
  if (status === 202) return true;
  if (status === 200 || body.final || body.code === 'partner_failed') return true;
  return status >= 400 && status < 500 && status !== 401 && body.code !== 'request_in_progress';
}

function factsOf(status: number, body: unknown): string {
  const fields = body as Readonly<Record<string, unknown>>;
  return JSON.stringify([status, ...FACTS.map((name) => fields[name] ?? null)]);
}
