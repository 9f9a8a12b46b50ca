import { waitInLine } from '@portal/contract/students/waiting';
import { createClient } from 'redis';
import { Person } from '../people/person.ts';
import { until } from './until.ts';

const COUNTERS = '{waiting-room}:counters';

/** Others who wait, and keep everybody who came after them waiting, until they are let go on. */
export interface Others extends AsyncDisposable {
  /** Resolves when so many more have taken a place behind them. */
  followedBy(many: number): Promise<void>;
  /** From now on they are called, one after the other. */
  goOn(): Promise<void>;
}

/**
 * Puts so many people before everybody who comes from now on, as they would stand in Redis, and
 * holds the queue, at the latest until the end of the block. Resolves when the BFF has heard of it.
 */
export async function othersWait(many: number): Promise<Others> {
  const redis = createClient({ url: process.env['REDIS_URL'] ?? '' });
  await redis.connect();
  const goOn = async () => void (await redis.hDel(COUNTERS, 'held'));
  const given = async () => Number(await redis.hGet(COUNTERS, 'given'));
  let last = 0;
  const others: Others = {
    followedBy: async (more) =>
      void (await until(given, (number) => number >= last + more, 60, 100)),
    goOn,
    async [Symbol.asyncDispose]() {
      await goOn();
      redis.destroy();
    },
  };
  try {
    await redis.multi().hIncrBy(COUNTERS, 'given', many).hSet(COUNTERS, 'held', 'a test').exec();
    await until(
      () => new Person().ask(waitInLine, {}),
      ({ body }) => body.state === 'waiting',
      15,
      100,
    );
    last = await given();
  } catch (error) {
    await others[Symbol.asyncDispose]();
    throw error;
  }
  return others;
}
