import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Answering,
  PRESENT,
  softwarePasskey,
  VERIFIED,
} from '@portal/kit/testing/software-passkey';
import {
  authenticationOptions,
  madePasskey,
  type Passkey,
  registrationOptions,
  usedPasskey,
} from './passkeys.ts';

// A software authenticator, by the standard; tests change its answers to have them refused.

const publicUrl = process.env.PUBLIC_URL ?? '';
beforeAll(() => {
  process.env.PUBLIC_URL = 'https://portal.test';
});
afterAll(() => {
  process.env.PUBLIC_URL = publicUrl;
});

const own = softwarePasskey();
const { id } = own;
/** Of the page of the portal, where nothing else is said. */
type AnswerFields = Omit<Answering, 'origin'> & { origin?: string };
const answering = (said: AnswerFields): Answering => ({
  origin: 'https://portal.test',
  rpId: 'portal.test',
  ...said,
});
const made = (said: AnswerFields): string =>
  JSON.stringify(own.made(answering(said), ['internal', 7, 'x'.repeat(50)]));
const used = (said: AnswerFields, key?: KeyObject): string =>
  JSON.stringify(own.used(answering(said), key));

const user = { loginName: 'rivka', realName: 'Rivka Stern' };
async function aPasskey(): Promise<Passkey> {
  const { challenge } = await registrationOptions(user, []);
  const passkey = await madePasskey(made({ challenge }), challenge);
  if (!passkey) throw new Error('the passkey was not taken');
  return passkey;
}

test('a passkey is made for the host of the portal, with the person verified (R-584)', async () => {
  const { options } = await registrationOptions(user, [await aPasskey()]);
  expect(options).toMatchObject({
    rp: { id: 'portal.test', name: 'JSE portal' },
    user: { name: 'rivka', displayName: 'Rivka Stern' },
    authenticatorSelection: { userVerification: 'required' },
    excludeCredentials: [{ id }],
  });
  expect(await aPasskey()).toMatchObject({
    credentialId: id,
    signCount: 1,
    transports: ['internal'],
  });
});

const wrong: [string, Partial<AnswerFields>][] = [
  ['of another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['from another origin', { origin: 'https://portal.test.evil.test' }],
  ['over http', { origin: 'http://portal.test' }],
  ['for another host', { rpId: 'evil.test' }],
  ['without the person verified', { flags: PRESENT }],
  ['without the person there', { flags: VERIFIED }],
];
test.each(wrong)('a passkey that is made %s is refused', async (_what, change) => {
  const { challenge } = await registrationOptions(user, []);
  expect(await madePasskey(made({ challenge, ...change }), challenge)).toBeNull();
});

test.each(wrong)('an answer %s proves nothing', async (_what, change) => {
  const passkey = await aPasskey();
  const { challenge } = await authenticationOptions([passkey]);
  expect(
    await usedPasskey(used({ challenge, count: 2, ...change }), challenge, passkey),
  ).toBeNull();
});

test('an answer counts its signature, and is no answer to the next challenge', async () => {
  const passkey = await aPasskey();
  const { challenge, options } = await authenticationOptions([passkey]);
  expect(options).toMatchObject({
    rpId: 'portal.test',
    userVerification: 'required',
    allowCredentials: [{ id }],
  });
  const answer = used({ challenge, count: 2 });
  expect(await usedPasskey(answer, challenge, passkey)).toBe(2);
  const next = await authenticationOptions([passkey]);
  expect(await usedPasskey(answer, next.challenge, passkey)).toBeNull();
});

test('refuses a copy whose signature count stays, and a key of another account', async () => {
  const passkey = { ...(await aPasskey()), signCount: 5 };
  const { challenge } = await authenticationOptions([passkey]);
  expect(await usedPasskey(used({ challenge, count: 5 }), challenge, passkey)).toBeNull();
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  expect(await usedPasskey(used({ challenge, count: 6 }, other), challenge, passkey)).toBeNull();
  expect(await usedPasskey(used({ challenge, count: 6 }), challenge, passkey)).toBe(6);
});

test.each(['', 'null', '[]', '{}', '"x"', '{"id":7}', '{"id":"x","response":{}}'])(
  '%j is no answer of a browser',
  async (json) => {
    const passkey = await aPasskey();
    expect(await madePasskey(json, 'challenge')).toBeNull();
    expect(await usedPasskey(json, 'challenge', passkey)).toBeNull();
  },
);
