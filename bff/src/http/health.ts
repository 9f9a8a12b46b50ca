import type { Redis } from './redis.ts';

/** The checks that must pass for the portal to work, each by its name. */
export type Checks = Readonly<Record<string, () => Promise<boolean>>>;

const timeoutMs = 1500;

async function within(check: () => Promise<boolean>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, timeoutMs, false);
  try {
    return await Promise.race([check().catch(() => false), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs all checks at the same time. */
export async function readiness(checks: Checks): Promise<Record<string, boolean>> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await within(check)] as const),
  );
  return Object.fromEntries(answers);
}

export const redisAnswers = (redis: Redis) => async (): Promise<boolean> =>
  redis.isReady && (await redis.ping()) === 'PONG';
