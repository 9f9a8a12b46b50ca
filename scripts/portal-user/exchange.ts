import { type Agent, type IncomingMessage, request } from 'node:http';
import { request as requestSecurely } from 'node:https';

/** A request to a portal. */
export interface Exchange {
  readonly method?: string;
  /** Sent unchanged: some tests send paths that a browser would normalize. */
  readonly path: string;
  /** JSON, unless the headers name another type. */
  readonly body?: string | Uint8Array | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of this machine that the request comes from. */
  readonly localAddress?: string | undefined;
  /** Keeps connections; by default each request has its own. */
  readonly agent?: Agent | undefined;
  /** Milliseconds after which a request without a complete response fails. */
  readonly timeoutMs?: number | undefined;
}

const jsonHeaders = (body: string | Uint8Array): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
});

/** Returns whether a portal is on this machine, where each client can have an own address. */
export const isThisMachine = (url: string): boolean => {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.startsWith('127.');
};

/** Sends a request to a portal by HTTP or HTTPS; resolves at the head of its response. */
export function exchange(
  url: string,
  { method = 'GET', path, body, headers = {}, localAddress, agent, timeoutMs }: Exchange,
): Promise<IncomingMessage> {
  const { protocol, hostname, port } = new URL(url);
  const send = protocol === 'https:' ? requestSecurely : request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const sent = send(
    {
      hostname,
      port,
      path,
      method,
      agent: agent ?? false,
      ...(signal ? { signal } : {}),
      ...(localAddress ? { localAddress, family: 4 } : {}),
      headers: { ...(body === undefined ? {} : jsonHeaders(body)), ...headers },
    },
    resolve,
  );
  sent.on('error', (error) =>
    reject(
      signal?.aborted
        ? new Error(`${method} ${path} has no response after ${Number(timeoutMs) / 1000} seconds`)
        : error,
    ),
  );
  sent.end(body);
  return promise;
}
