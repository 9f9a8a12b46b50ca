import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CALLERS, type Caller } from './callers.ts';

// Keys of actor tokens as JSON Web Keys (RFC 8037, Ed25519). Beside the standard members each says
// by `iss` whose it is: a key that signs for one caller proves nothing about another.

const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const members = {
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  /**
   * Names the key in the header of a token, so that an old and a new one can be good side by side.
   */
  kid: z.string().regex(/^[\w.-]{1,64}$/),
  iss: z.enum(CALLERS),
  x: bytes32,
};
// strict: a private key among the public ones is a mistake that must not go unseen
const PublicKey = z.strictObject(members);
const PrivateKey = z.strictObject({ ...members, d: bytes32 });
export type PublicKey = z.infer<typeof PublicKey>;
export type PrivateKey = z.infer<typeof PrivateKey>;

const hasEachKidOnce = ({ keys }: { keys: { kid: string }[] }) =>
  new Set(keys.map(({ kid }) => kid)).size === keys.length;
const PublicKeys = z
  .strictObject({ keys: z.array(PublicKey).min(1) })
  .refine(hasEachKidOnce, 'a kid stands twice');
/** One key, or the keys of several callers: for tools and tests that speak as more than one. */
const PrivateKeys = z.union([
  PrivateKey.transform((key) => ({ keys: [key] })),
  z.strictObject({ keys: z.array(PrivateKey).min(1) }),
]);

/** Parses a variable that holds JSON of this form; its error does not reveal the value. */
const jsonOf = <S extends z.ZodType>(schema: S) =>
  z.string().transform((text, context): z.output<S> => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'is no JSON of Ed25519 keys as npm run ops -- key writes them',
      });
      return z.NEVER;
    }
  });

/**
 * TOKEN_PUBLIC_KEYS: a JSON Web Key Set with every key that callers sign with now, and those that
 * come next or were in use a moment ago.
 */
export const publicKeysVariable = jsonOf(PublicKeys).transform(({ keys }) => keys);
/** TOKEN_SIGNING_KEY: the private key that this part speaks with. */
export const signingKeyVariable = jsonOf(PrivateKeys).transform(({ keys }) => keys);

/** A new key for a caller. */
export function makeKey(iss: Caller): PrivateKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', kid: `${iss}-${randomBytes(4).toString('hex')}`, iss, x, d };
}

/** Ends the process with one clear sentence when it was given the key of another part. */
export function demandOwnKey(keys: readonly PrivateKey[], self: string): void {
  if (keys.some(({ iss }) => iss === self)) return;
  process.stderr.write(
    `TOKEN_SIGNING_KEY holds no key of ${self}: make one with npm run ops -- key ${self}.\n`,
  );
  process.exit(1);
}

/** Installs a new TOKEN_SIGNING_KEY of a service. Throws when it is not a key of that service. */
export const takeOwnKey =
  (self: string) =>
  (text: string): void => {
    const keys: readonly PrivateKey[] = signingKeyVariable.parse(text);
    if (!keys.some(({ iss }) => iss === self)) throw new Error(`holds no key of ${self}`);
  };

/** The public half of a key. */
export const publicOf = ({ d: _, ...rest }: PrivateKey): PublicKey => rest;
