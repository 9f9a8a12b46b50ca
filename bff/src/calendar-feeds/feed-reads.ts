import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../http/redis.ts';
import { refuse } from '../http/refuse.ts';

const MOST = 60;
const SECONDS = 3600;

/** Counts how often a feed is read. */
export interface FeedReads {
  /** Refuses with too_many_tries what is read more than 60 times an hour. */
  count(feedSecret: string): Promise<void>;
}

/**
 * Counts in Redis for all replicas, and in this process while Redis is unavailable. Redis holds
 * only a keyed hash of the counted token.
 */
export function createFeedReads(redis: Redis | null, secret: () => string): FeedReads {
  const options = { keyPrefix: 'feed', points: MOST, duration: SECONDS };
  const here = new RateLimiterMemory(options);
  const reads = redis
    ? new RateLimiterRedis({
        ...options,
        storeClient: redis,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: here,
      })
    : here;
  return {
    async count(feedSecret) {
      const key = createHmac('sha256', secret()).update(`feed ${feedSecret}`).digest('base64url');
      await reads.consume(key).catch((full: unknown) => {
        if (!(full instanceof RateLimiterRes)) throw full;
        throw refuse('too_many_tries', { retryAfter: Math.ceil(full.msBeforeNext / 1000) });
      });
    },
  };
}
