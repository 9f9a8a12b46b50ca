import { unavailable } from '@portal/kit/errors';
import type { Log } from '@portal/kit/observability/log';
import { onSecretChange } from '@portal/kit/secrets/secret-files';
import { tlsFilesOf, tlsOptionsOf } from '@portal/kit/secrets/server-tls';
import { Successive } from '@portal/kit/secrets/successive';
import { clockOffsetMs } from '@portal/kit/steady-clock';
import { createClient } from 'redis';

const timeoutMs = 1000;
/** A server that is silent for so long counts as gone for this connection. */
const SILENT_MS = 3000;
const PING_EVERY_MS = 1000;
/** A timer that is so late tells of a pause of this process, and maybe of the machine. */
const STOOD_STILL_MS = 200;

function loginIn(url: string): { username?: string; password?: string } {
  const { username, password } = new URL(url);
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
}

/** Returns the same address without its login, which is read for each connection. */
function addressIn(url: string): string {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  return address.href;
}

/**
 * Opens a connection that refuses at once while it is down instead of queueing commands, and
 * reconnects automatically, also when no error reports that it is down: a silent connection is
 * replaced, with the password that REDIS_URL holds then, or in turn with the one before it, since
 * it is unknown which of them Redis has.
 */
export function connectRedis(url: string, log: Log) {
  const logins = new Successive(loginIn(url));
  let tried = logins.current;
  onSecretChange('REDIS_URL', (next) => logins.replace(loginIn(next)));
  const files = tlsFilesOf('REDIS');
  if (files && !url.startsWith('rediss:'))
    throw new Error('REDIS_URL must begin with rediss:// where REDIS_TLS_CA_FILE is set');
  const tls = files === null ? {} : { tls: true as const, ...tlsOptionsOf(files) };
  const client = createClient({
    url: addressIn(url),
    credentialsProvider: {
      type: 'async-credentials-provider',
      credentials: async () => {
        tried = logins.current;
        logins.turnFrom(tried);
        return tried;
      },
    },
    disableOfflineQueue: true,
    socket: {
      ...tls,
      connectTimeout: timeoutMs,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000),
    },
  });
  let down = false;
  client.on('error', () => {
    if (!down) log.warn('redis is not reachable');
    down = true;
  });
  client.on('ready', () => {
    logins.prefer(tried);
    if (down) log.info('redis is available again');
    down = false;
  });
  replaceSilent(client, () => {
    if (!down) log.warn('redis does not answer; reconnecting');
    down = true;
  });
  return client;
}
export type Redis = ReturnType<typeof connectRedis>;

/** The members of a connection that its watch needs. */
interface Watched {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  ping(): Promise<unknown>;
  destroy(): void;
  connect(): Promise<unknown>;
}

/**
 * Pings the server again and again. Only this detects a half-open connection: the kernel
 * retransmits for a quarter of an hour, and the driver has a time limit for connecting only, not
 * for the greeting that follows.
 */
function replaceSilent(client: Watched, onSilence: () => void): void {
  let heardAt = performance.now();
  let lookedAt = heardAt;
  let isPinging = false;
  const ask = async () => {
    isPinging = true;
    try {
      await client.ping();
      heardAt = performance.now();
    } catch {
      // the driver reconnects a broken connection and then emits its events
    } finally {
      isPinging = false;
    }
  };
  const look = () => {
    const now = performance.now();
    // a paused process has read no answers
    const stoodStill = now - lookedAt > 2 * PING_EVERY_MS;
    lookedAt = now;
    if (!client.isOpen || stoodStill)
      heardAt = now; // not connected yet, or ended
    else if (now - heardAt > SILENT_MS) {
      onSilence();
      heardAt = now;
      reconnect(client);
    } else if (client.isReady && !isPinging) void ask();
  };
  setInterval(look, PING_EVERY_MS).unref();
}

/** Replaces the connection, and drops all commands that still wait on it. */
export function reconnect(client: Pick<Watched, 'isOpen' | 'destroy' | 'connect'>): void {
  if (client.isOpen) client.destroy();
  client.connect().catch(() => {}); // the driver keeps retrying
}

/**
 * Returns the answer of Redis. Refuses with `unavailable` when it fails or takes longer than a
 * second (or `millis`), pauses of this process aside.
 */
export async function answerWithin<T>(answer: Promise<T>, millis = timeoutMs): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const judge = () => setImmediate(() => reject(unavailable()));
  const due = performance.now() + millis;
  let timer = setTimeout(() => {
    // when the whole machine stood still Redis did so too, and has its time once more
    if (performance.now() - due > STOOD_STILL_MS) timer = setTimeout(judge, millis);
    // timers come first after a pause of this process: data that arrived during it is read before
    else judge();
  }, millis);
  try {
    return await Promise.race([answer, tooLate]);
  } catch {
    throw unavailable();
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the time of Redis, which all replicas go by; in tests moved as their clock is. */
export async function redisTime(redis: Redis): Promise<Date> {
  const [seconds, micros] = (await answerWithin(redis.sendCommand(['TIME']))) as unknown as [
    string,
    string,
  ];
  return new Date(Number(seconds) * 1000 + Number(micros) / 1000 + clockOffsetMs);
}
