import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import {
  authenticationOptions,
  madePasskey,
  type Passkey,
  registrationOptions,
  usedPasskey,
} from './passkeys.ts';

// An authenticator in software, by the standard, whose answers are changed where one must be refused.

beforeAll(() => {
  process.env.PUBLIC_URL = 'https://portal.test';
});

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64];

/** CBOR of short texts, small numbers, bytes and maps: all that is needed here. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)]),
  ]);
}

interface Answering {
  challenge: string;
  origin?: string;
  rpId?: string;
  flags?: number;
  count?: number;
}
const credentialId = randomBytes(16);
const id = credentialId.toString('base64url');
const clientData = (type: string, { challenge, origin = 'https://portal.test' }: Answering) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(
  { rpId = 'portal.test', flags = PRESENT | VERIFIED, count = 1 }: Answering,
  attested?: Buffer,
): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  const bits = attested ? flags | ATTESTED : flags;
  return Buffer.concat([sha256(rpId), Buffer.from([bits]), counter, attested ?? Buffer.alloc(0)]);
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
function publicKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

function made(answering: Answering): string {
  const attested = Buffer.concat([
    Buffer.alloc(16),
    Buffer.from([0, credentialId.length]),
    credentialId,
    publicKeyOf(keys.publicKey),
  ]);
  const attestationObject = cbor(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authenticatorData(answering, attested)],
    ]),
  );
  return JSON.stringify({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: clientData('webauthn.create', answering).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 7, 'x'.repeat(50)],
    },
  });
}

function used(answering: Answering, key = keys.privateKey): string {
  const [data, client] = [authenticatorData(answering), clientData('webauthn.get', answering)];
  const signature = createSign('sha256').update(data).update(sha256(client)).sign(key);
  return JSON.stringify({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  });
}

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

const wrong: [string, Partial<Answering>][] = [
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

test('a copy whose count of signatures stands still, and a key of somebody else, are refused', async () => {
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
