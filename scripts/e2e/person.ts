import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import type { Problem } from '@portal/contract/problem';

/** What a call came back with. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** A person at a browser, as far as calls go: a cookie jar and the calls of the contract. */
export class Person {
  readonly url: string;
  private readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** Makes a call; a key is sent when one is given. */
  async ask<Spec extends CallSpec>(spec: Spec, input: CallInput<Spec>, key?: string): Promise<Answer<CallAnswer<Spec> & Problem>> {
    const isGet = spec.method === 'GET';
    const query = isGet
      ? `?${new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)])).toString()}`
      : '';
    return this.send(spec.method, `${spec.path}${query}`, isGet ? undefined : JSON.stringify(input), key ? { 'idempotency-key': key } : {});
  }

  /** Makes a call that must succeed, and gives its answer. */
  async do<Spec extends CallSpec>(spec: Spec, input: CallInput<Spec>, key: string = randomUUID()): Promise<CallAnswer<Spec>> {
    const answer = await this.ask(spec, input, key);
    if (answer.status !== 200) throw new Error(`${spec.path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Any request with this person's cookies. */
  async send<T>(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0 ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line) || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: (isJson && text ? JSON.parse(text) : text) as T };
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }
}
