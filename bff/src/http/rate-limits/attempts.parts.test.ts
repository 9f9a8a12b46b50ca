import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unprocessable } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { connectRedis } from '../redis.ts';
import { createAttemptLimiter, type TryLimit } from './attempts.ts';

const redis = connectRedis(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379', log);
beforeAll(() => redis.connect());
afterAll(() => redis.destroy());

const wrong = () => Promise.reject(unprocessable('invalid_credentials', 'Wrong.'));
const limitOf = (account: string): TryLimit => ({
  rules: [{ of: account, most: 2 }],
  counts: () => true,
  forgive: { of: account, most: 2 },
});
const anAccount = () => `dana-${Math.random()}@student.test`;

test('tries are counted together by all replicas', async () => {
  const account = anAccount();
  const [one, two] = [
    createAttemptLimiter(redis, () => 'secret'),
    createAttemptLimiter(redis, () => 'secret'),
  ];
  await expect(one.limit(limitOf(account), wrong)).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  await expect(two.limit(limitOf(account), wrong)).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  await expect(one.limit(limitOf(account), wrong)).rejects.toMatchObject({
    code: 'too_many_tries',
  });
});

test('tries at the same moment at two replicas are no more than one after the other', async () => {
  const account = anAccount();
  const replicas = [
    createAttemptLimiter(redis, () => 'secret'),
    createAttemptLimiter(redis, () => 'secret'),
  ];
  let requests = 0;
  const guess = async () => {
    requests += 1;
    await new Promise(setImmediate);
    return wrong();
  };
  const guesses = Array.from({ length: 20 }, (_, n) =>
    replicas[n % 2]?.limit(limitOf(account), guess),
  );
  const codes = (await Promise.allSettled(guesses)).map(
    (answer) => (answer as PromiseRejectedResult).reason.code,
  );
  expect(requests).toBe(2);
  expect(codes.filter((code) => code === 'too_many_tries')).toHaveLength(18);
});

test('many who are right at the same moment get in at both replicas', async () => {
  const account = anAccount();
  const replicas = [
    createAttemptLimiter(redis, () => 'secret'),
    createAttemptLimiter(redis, () => 'secret'),
  ];
  const right = async () => {
    await new Promise(setImmediate);
    return 'in';
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => replicas[n % 2]?.limit(limitOf(account), right)),
  );
  expect(new Set(answers)).toEqual(new Set(['in']));
});

test('Redis holds no address or birth date of those who tried', async () => {
  const account = anAccount();
  await createAttemptLimiter(redis, () => 'secret')
    .limit(limitOf(account), wrong)
    .catch(() => {});
  expect((await redis.keys('tries*')).filter((key) => key.includes('dana'))).toEqual([]);
});

test('an emptied Redis does not reset the counts', async () => {
  const account = anAccount();
  const tries = createAttemptLimiter(redis, () => 'secret');
  for (let failed = 0; failed < 2; failed += 1)
    await tries.limit(limitOf(account), wrong).catch(() => {});
  const keys = await redis.keys('tries*');
  await redis.del(keys);
  await expect(tries.limit(limitOf(account), async () => 'in')).rejects.toMatchObject({
    code: 'too_many_tries',
  });
});

test('while Redis is unavailable this process counts on its own', async () => {
  const away = connectRedis('redis://127.0.0.1:1', log);
  away.connect().catch(() => {});
  const tries = createAttemptLimiter(away, () => 'secret');
  const account = anAccount();
  expect(await tries.limit(limitOf(account), async () => 'in')).toBe('in');
  for (let failed = 0; failed < 2; failed += 1)
    await tries.limit(limitOf(account), wrong).catch(() => {});
  await expect(tries.limit(limitOf(account), wrong)).rejects.toMatchObject({
    code: 'too_many_tries',
  });
  away.destroy();
});
