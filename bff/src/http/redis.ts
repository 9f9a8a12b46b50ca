import { unavailable } from '@portal/kit/errors';
import type { Log } from '@portal/kit/observability/log';
import { createClient } from 'redis';

const patienceMillis = 1000;

/**
 * A connection that refuses at once while it is down instead of keeping commands, and comes back by
 * itself.
 */
export function connectRedis(url: string, log: Log) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: patienceMillis,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000),
    },
  });
  let down = false;
  client.on('error', () => {
    if (!down) log.warn('redis is not reachable');
    down = true;
  });
  client.on('ready', () => {
    if (down) log.info('redis is back');
    down = false;
  });
  return client;
}
export type Redis = ReturnType<typeof connectRedis>;

/** The answer of Redis. Refuses with `unavailable` when it fails or takes longer than a second. */
export async function answerWithin<T>(answer: Promise<T>, millis = patienceMillis): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable()), millis);
  try {
    return await Promise.race([answer, tooLate]);
  } catch {
    throw unavailable();
  } finally {
    clearTimeout(timer);
  }
}

/** What time it is at Redis, which all replicas go by. */
export async function redisTime(redis: Redis): Promise<Date> {
  const [seconds, micros] = (await answerWithin(redis.sendCommand(['TIME']))) as unknown as [
    string,
    string,
  ];
  return new Date(Number(seconds) * 1000 + Number(micros) / 1000);
}
