import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CallSpec } from '@portal/contract/call';
import type { Problem } from '@portal/contract/problem';

/** An answer as it came: the body is what the JSON says, or the text. */
export interface Answer<Body = Problem> {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Body;
}

export type Input = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** Makes requests of one server over connections that stay open until `close`. */
export function createAsker(url: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);

  /** Any request, its path as it is written. */
  async function send<Body = Problem>(
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers: Headers = {},
  ): Promise<Answer<Body>> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const json =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    request({ agent, hostname, port, method, path, headers: { ...json, ...headers } }, resolve)
      .once('error', reject)
      .end(body);
    const answer = await promise;
    const received = await text(answer);
    const isJson = /json/.test(answer.headers['content-type'] ?? '');
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: (isJson && received ? JSON.parse(received) : received) as Body,
    };
  }

  /** Makes a call of the contract; `input` may hold what the contract refuses. */
  async function ask(call: CallSpec, input: Input, headers: Headers = {}): Promise<Answer> {
    if (call.upload) {
      const form = formOf(input);
      return send('POST', call.path, new Uint8Array(await form.arrayBuffer()), {
        ...headers,
        'content-type': form.headers.get('content-type') ?? '',
      });
    }
    if (call.method === 'POST') return send('POST', call.path, JSON.stringify(input), headers);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return send('GET', query.size === 0 ? call.path : `${call.path}?${query}`, undefined, headers);
  }

  return { send, ask, close: () => agent.destroy() };
}

/** A form as a browser sends it: files are files, everything else is text. */
function formOf(input: Input): Response {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof File) form.set(name, value, value.name);
    else if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return new Response(form);
}
