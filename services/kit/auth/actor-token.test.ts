import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { importJWK, SignJWT } from 'jose';
import { steadyNow } from '../steady-clock.ts';
import { type Actor, serviceActor } from './actor.ts';
import { actorVerifier, signActor } from './actor-token.ts';
import type { Caller } from './callers.ts';
import {
  makeKey,
  type PrivateKey,
  publicKeysVariable,
  publicOf,
  signingKeyVariable,
} from './token-keys.ts';

const keys = { bff: makeKey('bff'), payments: makeKey('payments'), catalog: makeKey('catalog') };
const publicKeys = Object.values(keys).map(publicOf);
const { via: _, ...act }: Actor = {
  kind: 'student',
  id: 7,
  roles: ['ROLE_STUDENT'],
  studentId: 7,
  name: 'student 7',
  via: 'bff',
};
const seconds = () => Math.floor(steadyNow().getTime() / 1000);
const signWith = (...all: PrivateKey[]) => {
  process.env.TOKEN_SIGNING_KEY = JSON.stringify({ keys: all });
};
beforeEach(() => signWith(...Object.values(keys)));
const signingKey = process.env.TOKEN_SIGNING_KEY ?? '';
afterAll(() => {
  process.env.TOKEN_SIGNING_KEY = signingKey;
});

const verify = (token: string | undefined, at = 0) =>
  actorVerifier(publicKeys, 'payments', () => new Date(steadyNow().getTime() + at * 1000))(token);

interface Forgery {
  key?: PrivateKey;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}
/** Creates a token as the BFF would sign it for payments, with overrides. */
async function forged({ key = keys.bff, header = {}, claims = {} }: Forgery = {}): Promise<string> {
  const honest = { iss: 'bff', aud: 'payments', iat: seconds(), exp: seconds() + 60, act };
  const said = Object.fromEntries(
    Object.entries({ ...honest, ...claims }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(said)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: 'actor+jwt', ...header })
    .sign(await importJWK(key, 'EdDSA'));
}
/** Changes a segment of a signed token, or signs it in another way. */
const raw = (header: object, claims: object, signature = ''): string =>
  [header, claims]
    .map((segment) => Buffer.from(JSON.stringify(segment)).toString('base64url'))
    .concat(signature)
    .join('.');
const claims = (more: object = {}) => ({
  iss: 'bff',
  aud: 'payments',
  iat: seconds(),
  exp: seconds() + 60,
  act,
  ...more,
});

test('a verified token has the actor and the service that signed it', async () => {
  expect(
    await verify(
      await signActor({ ...act, via: 'somebody' }, { self: 'bff', audience: 'payments' }),
    ),
  ).toEqual({ ...act, via: 'bff' });
  expect(
    await verify(
      await signActor(serviceActor('bff', 7), { self: 'catalog', audience: 'payments' }),
    ),
  ).toMatchObject({
    kind: 'service',
    studentId: 7,
    via: 'catalog',
  });
  // the forgeries below differ from a good one only in their claims
  expect(await verify(await forged())).toEqual({ ...act, via: 'bff' });
});

describe('a token is refused', () => {
  const hmacWith = (secret: string) => {
    const body = raw({ alg: 'HS256', kid: keys.bff.kid, typ: 'actor+jwt' }, claims()).slice(0, -1);
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
  };
  test.each<[string, () => string | undefined | Promise<string>]>([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['no token at all', () => 'student 7'],
    ['dots', () => '..'],
    ['alg none', () => raw({ alg: 'none', kid: keys.bff.kid, typ: 'actor+jwt' }, claims())],
    [
      'alg none with the signature of another',
      async () => raw({ alg: 'none', kid: keys.bff.kid }, claims(), (await forged()).split('.')[2]),
    ],
    ['the public key taken for a shared secret', () => hmacWith(keys.bff.x)],
    [
      'the public key as JSON taken for a shared secret',
      () => hmacWith(JSON.stringify(publicOf(keys.bff))),
    ],
    ['an empty shared secret', () => hmacWith('')],
    [
      'a key that brings itself along',
      () => forged({ key: makeKey('bff'), header: { jwk: publicOf(keys.bff) } }),
    ],
    ['a key that nobody knows', () => forged({ key: makeKey('bff') })],
    [
      'the kid of the BFF over the signature of another',
      () => forged({ key: { ...makeKey('bff'), kid: keys.bff.kid } }),
    ],
    ['no kid', () => forged({ header: { kid: undefined } })],
    ['a kid that is a path', () => forged({ header: { kid: '../../../../dev/null' } })],
    ['a kid that every object has', () => forged({ header: { kid: 'constructor' } })],
    ['a kid that is no text', () => forged({ header: { kid: [keys.bff.kid] as never } })],
    ['a service that poses as the BFF', () => forged({ key: keys.catalog })],
    [
      'a service that poses as another one',
      () => forged({ key: keys.catalog, claims: { iss: 'payments' } }),
    ],
    ['for another service', () => forged({ claims: { aud: 'identity' } })],
    ['for several services', () => forged({ claims: { aud: ['payments', 'identity'] } })],
    ['for nobody', () => forged({ claims: { aud: undefined } })],
    ['ended', () => forged({ claims: { iat: seconds() - 150, exp: seconds() - 31 } })],
    ['without an end', () => forged({ claims: { exp: undefined } })],
    ['without a beginning', () => forged({ claims: { iat: undefined } })],
    ['without an issuer', () => forged({ claims: { iss: undefined } })],
    ['without an actor', () => forged({ claims: { act: undefined } })],
    ['good for a year', () => forged({ claims: { exp: seconds() + 31_536_000 } })],
    [
      'from tomorrow',
      () => forged({ claims: { iat: seconds() + 86_400, exp: seconds() + 86_460 } }),
    ],
    ['times that are no numbers', () => forged({ claims: { exp: 'never' } })],
    ['of another type', () => forged({ header: { typ: 'JWT' } })],
    [
      'with what must be understood and is not',
      () => forged({ header: { crit: ['b64'], b64: false } }).catch(() => 'not to be made'),
    ],
    ['an actor of no kind', () => forged({ claims: { act: { ...act, kind: 'root' } } })],
    [
      'an actor that says more than is known',
      () => forged({ claims: { act: { ...act, via: 'bff' } } }),
    ],
    [
      'roles that are no list',
      () => forged({ claims: { act: { ...act, roles: 'ROLE_SUPER_ADMIN' } } }),
    ],
    [
      'longer than any honest one',
      () => forged({ claims: { act: { ...act, name: 'x'.repeat(4000) } } }),
    ],
    [
      'other words under a good signature',
      async () => {
        const [header, , signature] = (await forged()).split('.');
        const payload = JSON.stringify(claims({ act: { ...act, id: 8 } }));
        return `${header}.${Buffer.from(payload).toString('base64url')}.${signature}`;
      },
    ],
    ['a good one with something behind it', async () => `${await forged()}.x`],
  ])('%s', async (_, make) => {
    await expect(verify(await make())).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });
});

test('a captured token is good at its service only, and until it ends', async () => {
  const from = seconds();
  const token = await forged({ claims: { iat: from, exp: from + 60 } });
  let late = 0;
  const clock = () => new Date((from + late) * 1000);
  const verifier = actorVerifier(publicKeys, 'payments', clock);
  expect(await verifier(token)).toMatchObject({ id: 7 });
  await expect(actorVerifier(publicKeys, 'identity', clock)(token)).rejects.toThrow('unavailable');
  late = 89;
  expect(await verifier(token)).toMatchObject({ id: 7 });
  late = 91; // also where it is known already
  await expect(verifier(token)).rejects.toThrow('unavailable');
});

test.each([-60, 60])('a service whose clock is off by %d seconds believes the BFF', async (off) => {
  expect(
    await verify(
      await signActor({ ...act, via: 'bff' }, { self: 'bff', audience: 'payments' }),
      off,
    ),
  ).toMatchObject({ id: 7 });
});

test('the same actor gets the same token again, another actor or service another one', async () => {
  const sign = (actor: Actor, audience = 'payments') => signActor(actor, { self: 'bff', audience });
  const tokens = await Promise.all([
    sign({ ...act, via: 'bff' }),
    sign({ ...act, via: 'bff' }),
    sign({ ...act, via: 'bff' }, 'identity'),
    sign({ ...act, studentId: 8, via: 'bff' }),
  ]);
  expect(new Set(tokens).size).toBe(3);
  expect(tokens[0]).toBe(tokens[1]);
});

test('a service can sign only with its own key', () => {
  signWith(keys.payments);
  expect(() => signActor({ ...act, via: 'bff' }, { self: 'bff', audience: 'identity' })).toThrow(
    'TOKEN_SIGNING_KEY holds no key of bff',
  );
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no JSON', 'secret'],
  ['no keys', { keys: [] }],
  ['a private key among the public ones', { keys: [keys.bff] }],
  ['a key twice', { keys: [publicOf(keys.bff), publicOf(keys.bff)] }],
  [
    'two keys under one kid',
    { keys: [publicOf(keys.bff), { ...publicOf(keys.catalog), kid: keys.bff.kid }] },
  ],
  ['a key of another kind', { keys: [{ kty: 'oct', kid: 'bff-1', iss: 'bff', k: 'c2VjcmV0' }] }],
  ['a key of nobody', { keys: [{ ...publicOf(keys.bff), iss: 'root' as Caller }] }],
])('refuses TOKEN_PUBLIC_KEYS that holds %s, without quoting its value', (_, value) => {
  const read = publicKeysVariable.safeParse(
    typeof value === 'object' ? JSON.stringify(value) : value,
  );
  expect(read.success).toBe(false);
  expect(read.error?.message).not.toContain(keys.bff.d);
});

test('TOKEN_SIGNING_KEY is one key, or a set for tools that speak as several', () => {
  expect(signingKeyVariable.parse(JSON.stringify(keys.bff))).toEqual([keys.bff]);
  expect(
    signingKeyVariable.parse(JSON.stringify({ keys: [keys.bff, keys.payments] })),
  ).toHaveLength(2);
  expect(signingKeyVariable.safeParse(JSON.stringify(publicOf(keys.bff))).success).toBe(false);
});

test('trusts new keys at once, and tokens signed with replaced keys no more', async () => {
  const next = makeKey('bff');
  let known = publicKeys;
  const verifier = actorVerifier(() => known, 'payments');
  const [old, fresh] = [await forged(), await forged({ key: next })];
  expect(await verifier(old)).toMatchObject({ id: 7 });
  await expect(verifier(fresh)).rejects.toThrow('unavailable');
  known = [...publicKeys, publicOf(next)];
  expect([await verifier(old), await verifier(fresh)]).toMatchObject([{ id: 7 }, { id: 7 }]);
  known = known.filter(({ kid }) => kid !== keys.bff.kid);
  expect(await verifier(fresh)).toMatchObject({ id: 7 });
  await expect(verifier(old)).rejects.toThrow('unavailable'); // also where it was known already
});
