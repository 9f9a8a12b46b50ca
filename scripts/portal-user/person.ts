import { randomInt, randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import type { Problem } from '@portal/contract/problem';
import { waitInLine } from '@portal/contract/students/waiting';
import { thePortal } from '../portal/place.ts';
import { type Fields, requestOf } from './call-request.ts';
import { assertDocumented } from './documented-body.ts';
import { exchange, isThisMachine } from './exchange.ts';

/** The response to a call. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Settings of a person's calls. */
export interface PersonOptions {
  /** The network address that the calls come from; by default one that no other person has. */
  readonly address?: string;
  /**
   * Milliseconds after which a call without a complete response fails; the portal's own limits are
   * shorter.
   */
  readonly timeoutMs?: number;
  /** How long `do` retries; by default `Person.retryMs`. */
  readonly retryMs?: number;
  /** How long a call waits in the queue of the portal; by default until it is admitted. */
  readonly queueMs?: number;
  /** Keeps connections, as browsers do; by default each call has its own. */
  readonly agent?: Agent;
}

/** A call that failed: its status, and the code and sentence of its problem. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly detail: string | undefined;

  constructor({ path }: CallSpec, { status, body }: Answer<Partial<Problem>>) {
    super(`${path} answered ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.code = body.code;
    this.detail = body.detail;
  }
}

/**
 * Draws a loopback address: the portal limits failed attempts per address, and no test may use up
 * the attempts of another.
 */
const anAddress = (): string => `127.${randomInt(1, 250)}.${randomInt(250)}.${randomInt(2, 250)}`;

/** Returns whether nothing was decided, or an earlier attempt is still in progress. */
const isPassing = ({ status, body }: Answer<Problem>): boolean =>
  status === 503 || body.code === 'request_in_progress';

/** A person at a browser, as far as calls go: a cookie jar and the calls of the contract. */
export class Person {
  /**
   * How long `do` retries with the same key while a service is unavailable: after a restart of the
   * service, connections to it may still fail for a while.
   */
  static retryMs = 0;
  readonly url: string;
  readonly address: string;
  timeoutMs: number;
  readonly #options: PersonOptions;
  readonly #cookies = new Map<string, string>();

  constructor(url: string = thePortal.url, options: PersonOptions = {}) {
    this.url = url;
    this.address = options.address ?? anAddress();
    this.timeoutMs = options.timeoutMs ?? 90_000;
    this.#options = options;
  }

  /**
   * Makes a call, with a key when one is given. `input` may hold fields that the contract refuses.
   * Throws when the body of a success is not the documented one.
   */
  async ask<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec> | Fields,
    key?: string,
  ): Promise<Answer<CallAnswer<Spec> & Problem>> {
    const { method = 'GET', path, body, headers } = await requestOf(spec, input as Fields);
    const answer = await this.send<CallAnswer<Spec> & Problem>(method, path, body, {
      ...headers,
      ...(key ? { 'idempotency-key': key } : {}),
    });
    assertDocumented(spec, answer);
    return answer;
  }

  /** Makes a call and returns its answer. Throws CallError when the call fails. */
  async do<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec>,
    key: string = randomUUID(),
  ): Promise<CallAnswer<Spec>> {
    const end = performance.now() + (this.#options.retryMs ?? Person.retryMs);
    let answer = await this.askInTurn(spec, input, key);
    while (isPassing(answer) && performance.now() < end) {
      await pause(100);
      answer = await this.askInTurn(spec, input, key);
    }
    if (answer.status !== 200) throw new CallError(spec, answer);
    return answer.body;
  }

  /**
   * Makes a call; while the portal admits no more people, waits in the queue as the page does.
   * Throws when the person is not admitted within `queueMs`.
   */
  async askInTurn<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec> | Fields,
    key?: string,
  ): Promise<Answer<CallAnswer<Spec> & Problem>> {
    const end = performance.now() + (this.#options.queueMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      const answer = await this.ask(spec, input, key);
      if (answer.body.code !== 'waiting_room') return answer;
      await this.#waitInLine(end);
    }
  }

  async #waitInLine(end: number): Promise<void> {
    for (;;) {
      const { body } = await this.ask(waitInLine, {});
      if (body.state === 'open') return;
      if (performance.now() > end) throw new Error('a person was not admitted in time');
      await pause((body.pollSeconds ?? 1) * 1000);
    }
  }

  /** Sends any request with this person's cookies. */
  async send<T>(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const cookie = this.cookieHeader;
    const answer = await exchange(this.url, {
      method,
      path,
      body,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      timeoutMs: this.timeoutMs,
      agent: this.#options.agent,
      localAddress: isThisMachine(this.url) ? this.address : undefined,
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.#keepCookie(line);
    const received = await text(answer);
    const isJson = /json/.test(answer.headers['content-type'] ?? '');
    const plain = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return {
      status: answer.statusCode ?? 0,
      headers: new Headers(plain),
      body: (isJson && received ? JSON.parse(received) : received) as T,
    };
  }

  #keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /max-age=0(;|$)/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  /** The cookies as a request sends them; '' when there are none. */
  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Puts a cookie into the jar, as a thief or a forger would. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }
}
