import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import { Gauge } from 'prom-client';
import { log } from '../observability/log.ts';

/**
 * What the client calls a broker that is away, does not answer in time, or has its streams not yet
 * at hand.
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
 * How to sign in with a url such as `nats://payments:<password>@nats:4222` (several with commas).
 * Answers come to inboxes of the user's own, which nobody else may listen to.
 */
export function signInOptions(url: string, name: string): ConnectionOptions {
  const servers = url.split(',').map((one) => new URL(one.trim()));
  const [{ username = '', password = '' } = {}] = servers;
  const user = decodeURIComponent(username);
  return {
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    name,
    ...(user === ''
      ? {}
      : { user, pass: decodeURIComponent(password), inboxPrefix: `_INBOX.${user}` }),
  };
}

/** A connection to NATS that comes back by itself; waits for the broker at the start. */
export async function connectNats(url: string, name: string): Promise<NatsConnection> {
  connected.set(0);
  for (let told = false; ; told = true) {
    try {
      const nats = await connect({
        ...signInOptions(url, name),
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        pingInterval: 5000,
        waitOnFirstConnect: false,
        // a password that is changed at the broker first must not end the reconnecting
        ignoreAuthErrorAbort: true,
      });
      void watch(nats);
      return nats;
    } catch (error) {
      if (!told) log.warn({ err: error }, 'NATS is not there yet, waiting');
      await pause(300);
    }
  }
}

async function watch(nats: NatsConnection): Promise<void> {
  connected.set(1);
  for await (const status of nats.status()) {
    if (status.type === 'disconnect') connected.set(0);
    if (status.type === 'reconnect') connected.set(1);
    // a user that asks for what it may not have is a mistake of the configuration, or an attack
    if (status.type === 'error')
      log.error({ err: status.error }, 'broker refused what was asked of it');
  }
  connected.set(0);
}
