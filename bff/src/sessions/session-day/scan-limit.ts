import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../../http/redis.ts';
import { refuse } from '../../http/refuse.ts';
import type { Account } from '../../http/session/sessions.ts';

const MOST = 120;
const SECONDS = 60;

/** Counts the slips that an account scans. */
export interface ScanLimit {
  /** Refuses with too_many_tries more than 120 a minute. R-526 */
  count(account: Account): Promise<void>;
}

/** Counts in Redis for all replicas, and in this process while Redis is unavailable. */
export function createScanLimit(redis: Redis | null): ScanLimit {
  const options = { keyPrefix: 'scans', points: MOST, duration: SECONDS };
  const here = new RateLimiterMemory(options);
  const scans = redis
    ? new RateLimiterRedis({
        ...options,
        storeClient: redis,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: here,
      })
    : here;
  return {
    async count({ kind, id }) {
      await scans.consume(`${kind}:${id}`).catch((full: unknown) => {
        if (!(full instanceof RateLimiterRes)) throw full;
        throw refuse('too_many_tries', { retryAfter: Math.ceil(full.msBeforeNext / 1000) });
      });
    },
  };
}
