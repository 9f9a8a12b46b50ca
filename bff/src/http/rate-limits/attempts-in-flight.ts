import { randomUUID } from 'node:crypto';
import { answerWithin, type Redis } from '../redis.ts';

/** Longer than any call: the leases of a replica that died expire after this time. */
const LEASE_MS = 90_000;

/**
 * Lets a try in where no rule would be broken if it, and every other that is under way, failed: all
 * rules or none, in one step. KEYS: for each rule the count of failed tries, then the set of tries
 * under way. ARGV: id of the try, lease, the limit of each rule.
 */
const ENTER = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for rule = 1, #KEYS / 2 do
  local failed, underWay = KEYS[2 * rule - 1], KEYS[2 * rule]
  redis.call('ZREMRANGEBYSCORE', underWay, '-inf', now)
  local taken = tonumber(redis.call('GET', failed) or '0') + redis.call('ZCARD', underWay)
  if taken >= tonumber(ARGV[rule + 2]) then return 0 end
end
for rule = 1, #KEYS / 2 do
  redis.call('ZADD', KEYS[2 * rule], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[2 * rule], ARGV[2])
end
return 1`;

export interface CountedRule {
  /** Where the failed tries are counted. */
  failed: string;
  most: number;
}

/** Tries that are under way at any replica. */
export interface AttemptsInFlight {
  /**
   * Returns the function to call when the try is over, or null when the try has to wait. While
   * Redis is unavailable every try is let in.
   */
  enter(rules: readonly CountedRule[]): Promise<(() => Promise<void>) | null>;
}

export function createAttemptsInFlight(redis: Redis): AttemptsInFlight {
  const underWay = ({ failed }: CountedRule): string => `${failed}:under-way`;
  return {
    async enter(rules) {
      const id = randomUUID();
      const keys = rules.flatMap((rule) => [rule.failed, underWay(rule)]);
      const args = [id, String(LEASE_MS), ...rules.map(({ most }) => String(most))];
      const entered = await answerWithin(redis.eval(ENTER, { keys, arguments: args })).catch(
        () => null,
      );
      if (entered === 0) return null;
      return async () => {
        if (entered === null) return;
        await Promise.all(
          rules.map((rule) => answerWithin(redis.zRem(underWay(rule), id)).catch(() => {})),
        );
      };
    },
  };
}
