import { CALLERS } from '../auth/callers.ts';
import { makeKey, publicOf } from '../auth/token-keys.ts';

// The settings that every process of tests has: keys and secrets of its own, made up.

const TEST_SECRET = 'a secret for tests only';
if (process.env.TOKEN_SIGNING_KEY === undefined) {
  const keys = CALLERS.map(makeKey);
  process.env.TOKEN_SIGNING_KEY = JSON.stringify({ keys });
  process.env.TOKEN_PUBLIC_KEYS = JSON.stringify({ keys: keys.map(publicOf) });
}
process.env.IDENTITY_SECRET ??= TEST_SECRET;
process.env.WEBHOOKS_SECRET ??= TEST_SECRET.replaceAll(' ', '-');
process.env.FACTOR_SECRET ??= TEST_SECRET.replaceAll(' ', '-');
process.env.START_LINK_SECRET ??= TEST_SECRET;
process.env.SLIP_SECRET ??= TEST_SECRET;
process.env.PUBLIC_URL ??= 'http://portal.test';
