import { expect, test } from '@jest/globals';
import { DomainError, unprocessable } from '@portal/kit/errors';
import { countedAddress, createAttemptLimiter, type TryLimit } from './attempts.ts';

const wrong = () => Promise.reject(unprocessable('invalid_credentials', 'Wrong.'));
const right = async () => 'in';
const codeOf = (tried: Promise<unknown>): Promise<string> =>
  tried.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : 'bug'),
  );
const limitOf = (account: string, address = 'a'): TryLimit => {
  const ofAccount = { of: account, most: 3 };
  return {
    rules: [{ of: `address ${address}`, most: 5 }, ofAccount],
    counts: ({ status }) => status === 422,
    forgive: ofAccount,
  };
};

test('after the last failed try even the right one waits, and learns how long', async () => {
  const tries = createAttemptLimiter(null, () => 'secret');
  for (let failed = 0; failed < 3; failed += 1)
    expect(await codeOf(tries.limit(limitOf('dana'), wrong))).toBe('invalid_credentials');
  const refused = await tries
    .limit(limitOf('dana'), right)
    .catch((error: unknown) => error as DomainError);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_tries' });
  expect((refused as DomainError).extra.retryAfter).toBeGreaterThan(0);
});

test('another account is not touched, until the address has failed too often', async () => {
  const tries = createAttemptLimiter(null, () => 'secret');
  const fail = (account: string, address: string) =>
    codeOf(tries.limit(limitOf(account, address), wrong));
  for (const account of ['a', 'b', 'c', 'd', 'e'])
    expect(await fail(account, 'x')).toBe('invalid_credentials');
  expect(await fail('f', 'x')).toBe('too_many_tries');
  expect(await fail('f', 'y')).toBe('invalid_credentials');
});

test('a success forgets the failed tries of the account', async () => {
  const tries = createAttemptLimiter(null, () => 'secret');
  const fail = () => codeOf(tries.limit(limitOf('dana'), wrong));
  await fail();
  await fail();
  expect(await codeOf(tries.limit(limitOf('dana'), right))).toBe('done');
  expect([await fail(), await fail()]).toEqual(['invalid_credentials', 'invalid_credentials']);
});

test('an outage or a bug is no failed try', async () => {
  const tries = createAttemptLimiter(null, () => 'secret');
  const broken = () => Promise.reject(new Error('bug'));
  for (let times = 0; times < 6; times += 1)
    expect(await codeOf(tries.limit(limitOf('dana'), broken))).toBe('bug');
  expect(await codeOf(tries.limit(limitOf('dana'), right))).toBe('done');
});

test('parallel tries are limited like consecutive ones', async () => {
  const tries = createAttemptLimiter(null, () => 'secret');
  let requests = 0;
  const guess = async () => {
    requests += 1;
    await new Promise(setImmediate);
    return wrong();
  };
  const codes = await Promise.all(
    Array.from({ length: 50 }, () => codeOf(tries.limit(limitOf('dana', 'many'), guess))),
  );
  expect(requests).toBe(3);
  expect(codes.filter((code) => code === 'too_many_tries')).toHaveLength(47);
});

test.each(Array.from({ length: 20 }, (_, turns) => ({ turns })))(
  'a guess that comes while another ends ($turns turns apart) gives no more tries either',
  async ({ turns }) => {
    const tries = createAttemptLimiter(null, () => 'secret');
    const fail: (() => void)[] = [];
    const guess = () =>
      new Promise((_, reject) =>
        fail.push(() => reject(unprocessable('invalid_credentials', 'Wrong.'))),
      );
    const guesses: Promise<string>[] = [];
    const send = () => guesses.push(codeOf(tries.limit(limitOf('dana', 'many'), guess)));
    const pause = () => new Promise(setImmediate);

    send();
    await pause();
    send();
    for (let turn = 0; turn < turns; turn += 1) await null;
    fail[0]?.();
    await pause();
    for (let more = 0; more < 4; more += 1) send();
    await pause();
    expect(fail.length).toBe(3);

    for (const [at, end] of fail.entries()) if (at > 0) end();
    await Promise.all(guesses);
    expect(fail.length).toBe(3);
  },
);

test('many who sign in rightly at once all get in', async () => {
  const tries = createAttemptLimiter(null, () => 'secret');
  const codes = await Promise.all(
    Array.from({ length: 40 }, (_, n) => codeOf(tries.limit(limitOf(`student ${n % 2}`), right))),
  );
  expect(new Set(codes)).toEqual(new Set(['done']));
});

test.each([
  { ip: '203.0.113.9', counted: '203.0.113.9' },
  { ip: '::ffff:203.0.113.9', counted: '203.0.113.9' },
  { ip: '2001:db8:1:2:aaaa:bbbb:cccc:dddd', counted: '2001:db8:1:2::/64' },
  { ip: '2001:0db8:0001:0002::7', counted: '2001:db8:1:2::/64' },
  { ip: '2001:db8::1', counted: '2001:db8:0:0::/64' },
  { ip: '::1', counted: '0:0:0:0::/64' },
  { ip: 'fe80::1%eth0', counted: 'fe80:0:0:0::/64' },
])('$ip is counted as $counted', ({ ip, counted }) => {
  expect(countedAddress(ip)).toBe(counted);
});
