import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import { hasBody } from '../input/body.ts';
import { countedAddress } from '../rate-limits/attempts.ts';

/**
 * Longer than the load balancers before us keep theirs, so that these never send into a connection
 * that ends.
 */
const KEEP_ALIVE_MS = 65_000;
/** Milliseconds; a test has less time. */
const usual = {
  /** A head that is not complete after so long ends its connection; checked every second. */
  head: 15_000,
  /** A connection without a request yet ends after this and a head's time. */
  unused: KEEP_ALIVE_MS,
  /** A body has to bring LEAST_BYTES in so long, as long as it is read here ... */
  stalled: 15_000,
  /** ... and to be complete after so long: 25 MB over a line of 350 kbit/s. */
  whole: 600_000,
  /**
   * Nothing at all on a connection, in either direction, though a request is open; longer than a
   * charge may take.
   */
  idle: 120_000,
  /** The time to read the refusal of data that is not a request yet. */
  goodbye: 1000,
  /**
   * While the server drains: connections without a request have so long to send one, which is
   * answered with `Connection: close`.
   */
  linger: 1500,
  /** ... and a client that was answered so recently is likely to send another request. */
  recent: 3000,
  /** A request that is still arriving after so long is cut; a request in work is waited for. */
  receive: 4000,
};
const LEAST_BYTES = 8 * 1024;
/** So that connections spread over replicas that came later. */
const MAX_REQUESTS = 1000;

export interface ConnectionLimits {
  /** Connections at once; one more is closed. */
  most: number;
  /** Connections of one network address at once; null where a proxy has them all. */
  mostOfAddress: number | null;
}

/** Options that `createServer` wants, since they cannot be set later. */
export const serverOptions = {
  connectionsCheckingInterval: 1000,
  // the app answers requests without one itself, with a problem
  requireHostHeader: false,
} as const;

let openConnections = () => 0;
new Gauge({
  name: 'portal_open_connections',
  help: 'HTTP connections',
  collect() {
    this.set(openConnections());
  },
});
const refused = new Counter({
  name: 'portal_connections_refused_total',
  help: 'HTTP connections that were one too many, in all or of one address',
  labelNames: ['of'],
});
const cut = new Counter({
  name: 'portal_requests_cut_total',
  help: 'Requests that were never sent to their end',
  labelNames: ['part'],
});

const unreadable = JSON.stringify({
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'The request could not be read.',
  code: 'malformed',
});
const unreadableAnswer =
  `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; ` +
  `charset=utf-8\r\nContent-Length: ${Buffer.byteLength(unreadable)}\r\nConnection: ` +
  `close\r\n\r\n${unreadable}`;

export interface Connections {
  /** How many are open. */
  count(): number;
  /**
   * Takes no more connections, answers requests on the open ones with `Connection: close`, and
   * resolves when all have ended. A client that sends whole requests is never reset.
   */
  drain(): Promise<void>;
}

/**
 * Answers data that is not HTTP with a problem too, limits every wait for a client, and keeps the
 * number of connections in bounds.
 */
export function guardConnections(
  server: Server,
  { most, mostOfAddress }: ConnectionLimits,
  time: typeof usual = usual,
): Connections {
  server.headersTimeout = time.head;
  server.requestTimeout = time.whole;
  server.timeout = time.idle;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxRequestsPerSocket = MAX_REQUESTS;
  server.maxConnections = most;
  /** Open connections, each with its answers that are not over. */
  const open = new Map<Socket, Set<ServerResponse>>();
  /** When something was answered last on an open connection. */
  const answered = new Map<Socket, number>();
  const ofAddress = new Map<string, number>();
  let draining = false;
  openConnections = () => open.size;

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      // browsers open connections ahead of need: an answer to nothing would be taken for that of a
      // request which is just on its way; they have as long as one that is kept alive
      if (socket.bytesRead === 0) return void setTimeout(endUnused, time.unused, socket).unref();
      cut.inc({ part: 'head' });
    }
    // a client with a begun answer must not get a second one inside the first
    const answering = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (!socket.writable || answering) return void socket.destroy();
    socket.end(unreadableAnswer);
    // a client that keeps sending would keep its half of the connection open for ever
    setTimeout(() => socket.destroy(), time.goodbye).unref();
  });
  server.on('drop', () => refused.inc({ of: 'all' }));

  server.on('connection', (socket: Socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    const own = (ofAddress.get(address) ?? 0) + 1;
    if (mostOfAddress !== null && own > mostOfAddress) {
      refused.inc({ of: 'address' });
      return void socket.destroy();
    }
    ofAddress.set(address, own);
    open.set(socket, new Set());
    socket.once('close', () => {
      open.delete(socket);
      answered.delete(socket);
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left === 0) ofAddress.delete(address);
      else ofAddress.set(address, left);
    });
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const answers = open.get(socket);
    answers?.add(response);
    response.once('close', () => {
      answers?.delete(response);
      if (open.has(socket)) answered.set(socket, performance.now());
    });
    if (draining) response.setHeader('Connection', 'close');
    if (hasBody(request)) watchBody(request, time.stalled);
  });

  /** Sockets on which nothing is answered. */
  const quiet = (): Socket[] =>
    [...open].filter(([, answers]) => answers.size === 0).map(([socket]) => socket);
  const receiving = (): Socket[] =>
    [...open]
      .filter(([, answers]) => [...answers].some(({ req }) => !req.complete))
      .map(([socket]) => socket);

  return {
    count: () => open.size,
    async drain() {
      draining = true;
      for (const answers of open.values())
        for (const answer of answers)
          if (!answer.headersSent) answer.setHeader('Connection', 'close');
      const closed = new Promise<void>((done) => server.once('close', done));
      // of http's own close only the listening ends here: it would cut idle connections into which
      // a request may be on its way
      TcpServer.prototype.close.call(server);
      const lingered = performance.now() + time.linger;
      const received = performance.now() + time.receive;
      const look = () => {
        const now = performance.now();
        // a client that sends just as its connection ends does not know whether that was done
        const isLikely = quiet().some(
          (socket) => now - (answered.get(socket) ?? -Infinity) < time.recent,
        );
        if (now > lingered && !isLikely) server.closeIdleConnections();
        if (now > received) for (const socket of [...quiet(), ...receiving()]) socket.destroy();
      };
      const looking = setInterval(onceRead(look), 100);
      await closed;
      clearInterval(looking);
    },
  };
}

/**
 * For timers that judge whether a client is silent: after a pause of this process timers come
 * first, and data that arrived during the pause has to be read before.
 */
const onceRead = (judge: () => void) => () => void setImmediate(judge);

function endUnused(socket: Socket): void {
  if (socket.bytesRead === 0) socket.destroy();
}

/**
 * Ends the connection of a request whose body stops coming, or only trickles; one that waits to be
 * read here is not to blame.
 */
function watchBody(request: IncomingMessage, stalledMs: number): void {
  const { socket } = request;
  let before = socket.bytesRead;
  // the client could not send while its body waited here, so it gets a whole turn to continue
  let waitedHere = false;
  const look = () => {
    if (request.complete || request.destroyed) return clearInterval(looking);
    const waitsHere = request.readableLength > 0 || !request.readableFlowing;
    if (!waitsHere && !waitedHere && socket.bytesRead - before < LEAST_BYTES) {
      cut.inc({ part: 'body' });
      clearInterval(looking);
      socket.destroy();
    }
    before = socket.bytesRead;
    waitedHere = waitsHere;
  };
  const looking = setInterval(onceRead(look), stalledMs);
  looking.unref();
  request.once('close', () => clearInterval(looking));
}
