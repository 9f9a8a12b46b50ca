import http2 from 'node:http2';

const isWrapped = Symbol.for('portal.closing-connections');
type Connect = typeof http2.connect & { [isWrapped]?: true };

/**
 * Lets the calls finish on a connection that its server is closing (too old, or the server stops).
 * Such a connection cannot be pinged any more: Node reports that on the next keepalive ping, and
 * grpc-js takes it for a broken connection and ends all calls on it, within seconds
 * (grpc/grpc-node#3068). A ping there counts as answered; its calls have deadlines of their own.
 */
export function spareClosingConnections(): void {
  const connect = http2.connect as Connect;
  if (connect[isWrapped]) return;
  const sparing = ((...given: Parameters<typeof http2.connect>) => {
    const session = connect(...given);
    const ping = session.ping.bind(session) as (...sent: unknown[]) => boolean;
    session.ping = ((...sent: unknown[]) => {
      if (!session.closed || session.destroyed) return ping(...sent);
      const answered = sent.at(-1) as (error: null, ms: number, payload: Buffer) => void;
      process.nextTick(answered, null, 0, Buffer.alloc(8));
      return true;
    }) as typeof session.ping;
    return session;
  }) as Connect;
  sparing[isWrapped] = true;
  // grpc-js looks it up here for each connection
  http2.connect = sparing;
}
