import { randomBytes } from 'node:crypto';
import type { Log } from '@portal/kit/observability/log';
import { answerWithin, type Redis } from '../redis.ts';

/**
 * Two counters are the whole queue, however long it is: `given`, the last number given to a
 * visitor, and `called`, the last number that may go in. Where several replicas call, each adds the
 * number of visitors that it can bear.
 */
export interface Counters {
  epoch: string;
  given: number;
  called: number;
  /** While true, no number is called and every new visitor waits. */
  isHeld: boolean;
}

export interface QueueLimits {
  /** So many may wait. */
  longest: number;
  /** So many places an address is given in WINDOW_MS. */
  ofAddress: number;
}

/** No number was given: so many wait already, or so many were given to this address lately. */
export type NoPlace = 'full' | 'address';

export interface QueueCounters {
  /** As this replica knows them; up to one `call` old. */
  readonly now: Counters;
  /** A number at the end of the queue. One round trip to Redis. */
  take(address: string): Promise<number | NoPlace>;
  /**
   * Calls at most so many more, none while the queue is held, and learns the numbers that others
   * gave and called; gives how many were called here. One round trip.
   */
  call(most: number): Promise<number>;
  /**
   * Counts a use of something that should not be used often, such as a copied place; gives the
   * number of uses. 1 while Redis is unavailable.
   */
  countUse(id: string, lifeMs: number): Promise<number>;
}

export const WINDOW_MS = 15 * 60_000;
const STATE_LIFE_MS = 24 * 3_600_000;
const STATE = '{waiting-room}:counters';
const addressKey = (address: string): string => `{waiting-room}:address:${address}`;
/** So many addresses are counted here while Redis is unavailable. */
const MAX_ADDRESSES = 100_000;

/** Set to anything by hand, it holds the queue at all replicas. */
export const HELD_FIELD = 'held';

/**
 * Raises the shared counters to those of this replica, so that a Redis that lost them continues
 * where they were; counters of another epoch are taken as they are. ARGV: epoch, given, called.
 */
const JOIN = `
local epoch = redis.call('HGET', KEYS[1], 'epoch')
local given, called = tonumber(ARGV[2]), tonumber(ARGV[3])
if epoch then
  local known = redis.call('HMGET', KEYS[1], 'given', 'called')
  if epoch == ARGV[1] then
    given = math.max(given, tonumber(known[1]))
    called = math.max(called, tonumber(known[2]))
  else
    given, called = tonumber(known[1]), tonumber(known[2])
  end
else
  epoch = ARGV[1]
end
local held = redis.call('HEXISTS', KEYS[1], '${HELD_FIELD}')
local function answer(own)
  redis.call('HSET', KEYS[1], 'epoch', epoch, 'given', given, 'called', called)
  redis.call('PEXPIRE', KEYS[1], ${STATE_LIFE_MS})
  return { epoch, given, called, own, held }
end
`;
const CALL = `${JOIN}
local own = held == 1 and 0 or math.max(0, math.min(given - called, tonumber(ARGV[4])))
called = called + own
return answer(own)`;
/** ARGV further: longest queue, places of an address, window. */
const TAKE = `${JOIN}
if given - called >= tonumber(ARGV[4]) then return answer(-1) end
local taken = redis.call('INCR', KEYS[2])
if taken == 1 then redis.call('PEXPIRE', KEYS[2], ARGV[6]) end
if taken > tonumber(ARGV[5]) then return answer(-2) end
given = given + 1
return answer(given)`;

/**
 * The counters in Redis, for all replicas. While Redis is unavailable each replica counts on from
 * the last values: two visitors may get one number then, which does no harm, and when Redis is
 * available again the highest values count.
 */
export function createQueueCounters(
  redis: Redis | null,
  { longest, ofAddress }: QueueLimits,
  { clock, log }: { clock: () => Date; log: Log },
): QueueCounters {
  let now: Counters = {
    epoch: randomBytes(6).toString('base64url'),
    given: 0,
    called: 0,
    isHeld: false,
  };
  let isAway = false;
  let window = { endsAt: 0, taken: new Map<string, number>() };

  /** Null when Redis does not answer. */
  async function ask(script: string, keys: string[], more: number[]): Promise<number | null> {
    if (redis === null) return null;
    const { epoch, given, called } = now;
    const args = [epoch, given, called, ...more].map(String);
    try {
      const reply = await answerWithin(redis.eval(script, { keys, arguments: args }));
      const [theirs, allGiven, allCalled, own, held] = reply as [
        string,
        number,
        number,
        number,
        number,
      ];
      const isHeld = held === 1;
      // answers may overtake one another
      now =
        theirs === now.epoch
          ? {
              epoch: theirs,
              given: Math.max(now.given, allGiven),
              called: Math.max(now.called, allCalled),
              isHeld,
            }
          : { epoch: theirs, given: allGiven, called: allCalled, isHeld };
      if (isAway) log.info('the queue is shared again');
      isAway = false;
      return own;
    } catch {
      if (!isAway) log.warn('the queue is counted by each replica until redis is available');
      isAway = true;
      return null;
    }
  }

  function takeHere(address: string): number | NoPlace {
    if (now.given - now.called >= longest) return 'full';
    const at = clock().getTime();
    if (at >= window.endsAt || window.taken.size > MAX_ADDRESSES)
      window = { endsAt: at + WINDOW_MS, taken: new Map() };
    const taken = (window.taken.get(address) ?? 0) + 1;
    window.taken.set(address, taken);
    if (taken > ofAddress) return 'address';
    now = { ...now, given: now.given + 1 };
    return now.given;
  }

  function callHere(most: number): number {
    const own = now.isHeld ? 0 : Math.max(0, Math.min(now.given - now.called, most));
    now = { ...now, called: now.called + own };
    return own;
  }

  return {
    get now() {
      return now;
    },
    async take(address) {
      const keys = [STATE, addressKey(address)];
      const reply = await ask(TAKE, keys, [longest, ofAddress, WINDOW_MS]);
      if (reply === null) return takeHere(address);
      if (reply === -1) return 'full';
      return reply === -2 ? 'address' : reply;
    },
    call: async (most) => (await ask(CALL, [STATE], [most])) ?? callHere(most),
    async countUse(id, lifeMs) {
      if (redis === null) return 1;
      const key = `{waiting-room}:use:${id}`;
      try {
        const [count] = await answerWithin(
          redis.multi().incr(key).pExpire(key, lifeMs, 'NX').exec(),
        );
        return Number(count);
      } catch {
        return 1;
      }
    },
  };
}
