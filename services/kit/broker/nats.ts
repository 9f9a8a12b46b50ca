import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import { Gauge } from 'prom-client';
import { log } from '../observability/log.ts';
import { onSecretChange } from '../secrets/secret-files.ts';
import { tlsFilesOf } from '../secrets/server-tls.ts';
import { Successive } from '../secrets/successive.ts';

/**
 * The client's error codes for a broker that is unavailable, times out, or has not loaded its
 * streams yet.
 */
const UNREACHABLE = [
  'TimeoutError',
  'RequestError',
  'NoResponders',
  'ConnectionError',
  'ClosedConnectionError',
  'DrainingConnectionError',
];

/**
 * Whether the broker cannot be reached now. Nothing is lost by that: events wait in the outbox and
 * in the stream.
 */
export const isBrokerUnreachable = (error: unknown): boolean =>
  error instanceof Error && UNREACHABLE.includes(error.name);

const connected = new Gauge({
  name: 'portal_broker_connected',
  help: '1 while there is a connection to NATS',
});

/**
 * Returns the sign-in options of a url such as `nats://payments:<password>@nats:4222` (several with
 * commas). Replies come to the user's own inboxes, to which no other user may subscribe.
 */
export function signInOptions(url: string, name: string): ConnectionOptions {
  const servers = url.split(',').map((one) => new URL(one.trim()));
  const { user, pass } = loginIn(url);
  return {
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    name,
    ...(user === '' ? {} : { user, pass, inboxPrefix: `_INBOX.${user}` }),
  };
}

/** User and password of the first server; '' where there are none. */
function loginIn(url: string): { user: string; pass: string } {
  const { username, password } = new URL((url.split(',')[0] ?? '').trim());
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/**
 * Signs in with the current password of NATS_URL. A replaced password is tried in turn with its
 * successor, since it is unknown which one the broker accepts.
 */
function followedLogin(url: string): { options: ConnectionOptions; wasTaken: () => void } {
  const logins = new Successive(loginIn(url));
  let tried = logins.current;
  if (tried.user === '') return { options: {}, wasTaken: () => {} };
  onSecretChange('NATS_URL', (next, before) => {
    if (loginIn(next).user !== loginIn(before).user)
      throw new Error('the user of NATS cannot change without a restart');
    logins.replace(loginIn(next));
  });
  return {
    options: {
      authenticator: () => {
        tried = logins.current;
        logins.turnFrom(tried);
        return tried;
      },
    },
    wasTaken: () => logins.prefer(tried),
  };
}

/** TLS to the broker, where its CA is named: without it the broker is not spoken to then. */
function tlsToBroker(): ConnectionOptions {
  const files = tlsFilesOf('NATS');
  if (files === null) return {};
  const { ca, cert, key } = files;
  return { tls: { caFile: ca, ...(cert && key ? { certFile: cert, keyFile: key } : {}) } };
}

/** Returns a connection to NATS that reconnects; waits for the broker at the start. */
export async function connectNats(url: string, name: string): Promise<NatsConnection> {
  connected.set(0);
  const { user: _, pass: __, ...options } = signInOptions(url, name);
  const login = followedLogin(url);
  for (let isLogged = false; ; isLogged = true) {
    try {
      const nats = await connect({
        ...options,
        ...login.options,
        ...tlsToBroker(),
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        pingInterval: 5000,
        waitOnFirstConnect: false,
        // a password that is changed at the broker first must not end the reconnecting
        ignoreAuthErrorAbort: true,
      });
      login.wasTaken();
      void watch(nats, login.wasTaken);
      return nats;
    } catch (error) {
      if (!isLogged) log.warn({ err: error }, 'NATS is not there yet, waiting');
      await pause(300);
    }
  }
}

async function watch(nats: NatsConnection, wasTaken: () => void): Promise<void> {
  connected.set(1);
  let isAway = false;
  for await (const status of nats.status()) {
    if (status.type === 'disconnect') {
      connected.set(0);
      if (!isAway) log.warn('connection to NATS lost, trying again');
      isAway = true;
    }
    if (status.type === 'reconnect') {
      connected.set(1);
      if (isAway) log.info('connected to NATS again');
      isAway = false;
      wasTaken();
    }
    // a permission violation is a configuration mistake or an attack
    if (status.type === 'error') log.error({ err: status.error }, 'broker refused an operation');
  }
  connected.set(0);
}
