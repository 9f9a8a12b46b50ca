import { randomInt, randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import type { Problem } from '@portal/contract/problem';
import { waitInLine } from '@portal/contract/students/waiting';
import { thePortal } from '../portal/place.ts';
import { assertDocumented } from './documented-body.ts';

/** The response to a call. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/**
 * Draws a loopback address: the portal limits failed attempts per address, and no test may use up
 * the attempts of another.
 */
const anAddress = (): string => `127.${randomInt(1, 250)}.${randomInt(250)}.${randomInt(2, 250)}`;
const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.startsWith('127.');

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
  /**
   * Milliseconds after which a call without a complete response fails; the portal's own limits are
   * shorter.
   */
  timeoutMs = 90_000;
  readonly url: string;
  /** The network address that the calls come from. */
  readonly address: string;
  private readonly cookies = new Map<string, string>();

  constructor(url: string = thePortal.url, address: string = anAddress()) {
    this.url = url;
    this.address = address;
  }

  /**
   * Makes a call, with a key when one is given. `input` may hold fields that the contract refuses.
   * Throws when the body of a success is not the documented one.
   */
  async ask<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec> | Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<Answer<CallAnswer<Spec> & Problem>> {
    const answer = await this.sendCall(spec, input, key);
    assertDocumented(spec, answer);
    return answer;
  }

  private async sendCall<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec> | Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<Answer<CallAnswer<Spec> & Problem>> {
    const headers = key ? { 'idempotency-key': key } : {};
    if (spec.upload)
      return this.sendForm(spec.path, input as Readonly<Record<string, unknown>>, headers);
    if (spec.method === 'POST') return this.send('POST', spec.path, JSON.stringify(input), headers);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(
      given.map(([name, value]) => [name, String(value)]),
    ).toString();
    return this.send('GET', query === '' ? spec.path : `${spec.path}?${query}`, undefined, headers);
  }

  /** Makes a call and returns its answer. Throws when the call fails. */
  async do<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec>,
    key: string = randomUUID(),
  ): Promise<CallAnswer<Spec>> {
    const end = performance.now() + Person.retryMs;
    let answer = await this.askInTurn(spec, input, key);
    while (isPassing(answer) && performance.now() < end) {
      await pause(100);
      answer = await this.askInTurn(spec, input, key);
    }
    if (answer.status !== 200)
      throw new Error(`${spec.path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Makes a call; while the portal admits no more people, waits in the queue as the page does. */
  async askInTurn<Spec extends CallSpec>(
    spec: Spec,
    input: CallInput<Spec> | Readonly<Record<string, unknown>>,
    key?: string,
  ): Promise<Answer<CallAnswer<Spec> & Problem>> {
    for (;;) {
      const answer = await this.ask(spec, input, key);
      if (answer.body.code !== 'waiting_room') return answer;
      await this.waitInLine();
    }
  }

  private async waitInLine(): Promise<void> {
    for (;;) {
      const { body } = await this.ask(waitInLine, {});
      if (body.state === 'open') return;
      await pause((body.pollSeconds ?? 1) * 1000);
    }
  }

  /** Sends a form as a browser does: files as files, all other values as text. */
  private async sendForm<T>(
    path: string,
    input: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer<T>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(input)) {
      if (value instanceof File) form.set(name, value, value.name);
      else if (value !== undefined && value !== null)
        form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const sent = new Response(form);
    const body = new Uint8Array(await sent.arrayBuffer());
    return this.send('POST', path, body, {
      ...headers,
      'content-type': sent.headers.get('content-type') ?? '',
    });
  }

  /** Sends any request with this person's cookies. */
  async send<T>(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const answer = await this.exchange(method, path, body, headers);
    for (const line of answer.headers['set-cookie'] ?? []) this.keepCookie(line);
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

  private exchange(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<IncomingMessage> {
    const { hostname, port } = new URL(this.url);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const signal = AbortSignal.timeout(this.timeoutMs);
    const sent = request(
      {
        hostname,
        port,
        // unchanged: some tests send paths that a browser would normalize
        path,
        method,
        agent: false,
        signal,
        ...(isThisMachine(hostname) ? { localAddress: this.address, family: 4 } : {}),
        headers: {
          ...(body === undefined
            ? {}
            : {
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(body)),
              }),
          ...(this.cookies.size > 0
            ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
            : {}),
          ...headers,
        },
      },
      resolve,
    );
    sent.once('error', (error) =>
      reject(
        signal.aborted
          ? new Error(`${method} ${path} has no response after ${this.timeoutMs / 1000} seconds`)
          : error,
      ),
    );
    sent.end(body);
    return promise;
  }

  private keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /** Puts a cookie into the jar, as a thief or a forger would. */
  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }
}
