import { waitInLine } from '@portal/contract/students/waiting';
import { createClient } from 'redis';
import { until } from '../../portal/until.ts';
import { Person } from '../../portal-user/person.ts';

const COUNTERS = '{waiting-room}:counters';

/** People at the head of the queue; they hold it until they are admitted. */
export interface Others extends AsyncDisposable {
  /** Resolves when so many more people have joined the queue behind them. */
  followedBy(many: number): Promise<void>;
  /** Releases the queue, which then admits people one after the other. */
  goOn(): Promise<void>;
}

/**
 * Adds so many people to the queue in Redis and holds it, at the latest until the end of the block.
 * Resolves when the BFF applies the hold.
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
