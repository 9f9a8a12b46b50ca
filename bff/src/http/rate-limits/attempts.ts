import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@portal/kit/errors';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { answerWithin, type Redis } from '../redis.ts';
import { refuse } from '../refuse.ts';
import { createAttemptsInFlight } from './attempts-in-flight.ts';

const windowSeconds = 15 * 60;
const keyPrefix = 'tries';
/** How long a try waits for those of other replicas, and how often it looks again. */
const waitMs = 10_000;
const lookEveryMs = 25;

/**
 * The limit of failed tries in 15 minutes; `of` names the subject (an account, a network address).
 */
export interface TryRule {
  of: string;
  most: number;
}
export interface TryLimit {
  rules: readonly TryRule[];
  /** Which refusals are failed tries. */
  counts: (refusal: DomainError) => boolean;
  /** Counts successes as well, to limit the cost or the mails of every try. */
  countsDone?: boolean;
  /** The rule whose count is forgotten after a success. */
  forgive?: TryRule;
  /** Which answers are such a success; every one unless said otherwise. */
  forgives?: (done: unknown) => boolean;
}
export interface AttemptLimiter {
  /** Does the work unless too many tries failed, then refuses with `too_many_tries`. */
  limit<T>(limit: TryLimit, work: () => Promise<T>): Promise<T>;
}

interface Gate {
  /** Tries that are let in and not over. */
  inside: number;
  /**
   * Tries that know this gate, let in or not: while there are any it must not be replaced by
   * another one.
   */
  known: number;
  waiting: (() => void)[];
}

/**
 * Counts failed tries, in Redis for all replicas and in this process while Redis is empty or
 * unavailable. Concurrent tries, here or at other replicas, are let in only as far as they could
 * all fail, so that parallel guesses are no faster. `secret` keeps the counted values (a mail
 * address, a birth date) from being read in Redis; a new secret resets all counts.
 */
export function createAttemptLimiter(redis: Redis | null, secret: () => string): AttemptLimiter {
  const options = { keyPrefix, points: 1, duration: windowSeconds };
  const here = new RateLimiterMemory(options);
  const shared =
    redis &&
    new RateLimiterRedis({
      ...options,
      storeClient: redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
    });
  const stores: RateLimiterAbstract[] = shared ? [here, shared] : [here];
  const underWay = redis && createAttemptsInFlight(redis);
  const gates = new Map<string, Gate>();

  const keyOf = ({ of }: TryRule): string =>
    createHmac('sha256', secret()).update(`tries ${of}`).digest('base64url');
  /** The answers of the stores; one that does not answer is left out. */
  const ask = async <T>(question: (store: RateLimiterAbstract) => Promise<T>): Promise<T[]> => {
    const answers = await Promise.allSettled(stores.map((store) => answerWithin(question(store))));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  };

  async function failedTries(key: string): Promise<{ failed: number; millisLeft: number }> {
    const counts = (await ask((store) => store.get(key))).filter((count) => count !== null);
    return {
      failed: Math.max(0, ...counts.map(({ consumedPoints }) => consumedPoints)),
      millisLeft: Math.max(0, ...counts.map(({ msBeforeNext }) => msBeforeNext)),
    };
  }

  const countTry = (rules: readonly TryRule[]) =>
    Promise.all(rules.map((rule) => ask((store) => store.penalty(keyOf(rule), 1))));

  async function refuseTooMany(rule: TryRule): Promise<number> {
    const { failed, millisLeft } = await failedTries(keyOf(rule));
    if (failed >= rule.most)
      throw refuse('too_many_tries', { retryAfter: Math.max(1, Math.ceil(millisLeft / 1000)) });
    return failed;
  }

  /**
   * Waits until the try may run as far as other replicas go; gives what has to be called when it is
   * over.
   */
  async function enterShared(rules: readonly TryRule[]): Promise<() => Promise<void>> {
    const counted = rules.map((rule) => ({
      failed: `${keyPrefix}:${keyOf(rule)}`,
      most: rule.most,
    }));
    for (const until = performance.now() + waitMs; ; ) {
      const leave =
        underWay === null || counted.length === 0 ? async () => {} : await underWay.enter(counted);
      if (leave) return leave;
      for (const rule of rules) await refuseTooMany(rule);
      if (performance.now() > until) throw refuse('too_many_tries', { retryAfter: 1 });
      await pause(lookEveryMs * (1 + Math.random()));
    }
  }

  /**
   * Waits until the try may run as far as this process goes; gives what has to be called when it is
   * over.
   */
  async function enter(rule: TryRule): Promise<() => void> {
    const key = keyOf(rule);
    const gate = gates.get(key) ?? { inside: 0, known: 0, waiting: [] };
    gates.set(key, gate);
    gate.known += 1;
    const forget = () => {
      gate.known -= 1;
      if (gate.known === 0) gates.delete(key);
    };
    // one waiting try is woken at a time, and a try that need not wait longer wakes the next, so
    // that a crowd does not query the stores again and again all at once
    const wakeNext = () => gate.waiting.shift()?.();
    try {
      for (;;) {
        const failed = await refuseTooMany(rule);
        if (failed + gate.inside < rule.most) break;
        await new Promise<void>((wake) => gate.waiting.push(wake));
      }
    } catch (error) {
      wakeNext();
      forget();
      throw error;
    }
    gate.inside += 1;
    wakeNext();
    return () => {
      gate.inside -= 1;
      wakeNext();
      forget();
    };
  }

  return {
    async limit({ rules, counts, countsDone = false, forgive, forgives }, work) {
      const leaves: (() => unknown)[] = [];
      try {
        for (const rule of rules) leaves.push(await enter(rule));
        leaves.unshift(await enterShared(rules));
        const done = await work();
        if (countsDone) await countTry(rules);
        if (forgive && (forgives?.(done) ?? true))
          await ask((store) => store.delete(keyOf(forgive)));
        return done;
      } catch (error) {
        if (error instanceof DomainError && error.code !== 'too_many_tries' && counts(error))
          await countTry(rules);
        throw error;
      } finally {
        for (const leave of leaves) await leave();
      }
    },
  };
}

/** Returns the counted network address of a caller: an IPv6 caller owns the whole /64 network. */
export function countedAddress(ip: string): string {
  const [address = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
    : [];
  const groups = [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
