import { expect, test } from '@jest/globals';
import { hashPassword, isPassword } from './password.ts';

test('a password is hashed by argon2id with 19 MiB, two passes and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('Study4JSE!'), hashPassword('Study4JSE!')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

const long = `Aa1!${'x'.repeat(124)}`;
test.each([
  { typed: 'study4jse!', of: 'Study4JSE!' },
  { typed: 'Study4JSE! ', of: 'Study4JSE!' },
  { typed: ' Study4JSE!', of: 'Study4JSE!' },
  { typed: long.slice(0, -1), of: long },
  { typed: `${long.slice(0, -1)}y`, of: long },
])('a password counts as it was typed, to the last character: $typed', async ({ typed, of }) => {
  const hash = await hashPassword(of);
  expect([await isPassword(of, hash), await isPassword(typed, hash)]).toEqual([true, false]);
});
