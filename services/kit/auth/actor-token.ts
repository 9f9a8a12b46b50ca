import { type CryptoKey, importJWK, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { unavailable } from '../errors.ts';
import { log } from '../observability/log.ts';
import { steadyNow } from '../steady-clock.ts';
import type { Actor } from './actor.ts';
import type { Caller } from './callers.ts';
import { type PrivateKey, type PublicKey, signingKeyVariable } from './token-keys.ts';

// A short-lived signed token (RFC 7519) with each call names its caller and actor. `iss` is the
// caller, whose own key signs it; `aud` the one service that accepts it; `act` the actor of the
// caller.

const ALGORITHM = 'EdDSA';
/** No other token that some part may sign one day can be taken for one of these. */
const TYPE = 'actor+jwt';
const LIFE_SECONDS = 120;
/**
 * A token is reused for this long; the rest of its lifetime allows for clocks that differ by a
 * minute.
 */
const REUSED_SECONDS = 30;
/** Clocks that differ: an ended token is still good for so long. */
const SKEW_SECONDS = 30;
/** No honest clock is further ahead. */
const AHEAD_SECONDS = 90;
const MAX_TOKEN = 4096;
const MAX_KEPT = 5000;

const Act = z.strictObject({
  kind: z.enum(['student', 'staff', 'service', 'public']),
  id: z.int().min(0),
  roles: z.array(z.string().max(64)).max(32),
  schoolId: z.int().optional(),
  studentId: z.int().optional(),
  name: z.string().max(200),
});

/** A map that forgets its oldest entry when it is full. */
class Bounded<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    if (this.size >= MAX_KEPT && !this.has(key)) this.delete(this.keys().next().value as string);
    return super.set(key, value);
  }
}

interface Signer {
  kid: string;
  key: Promise<CryptoKey>;
  /** Tokens in use, by actor and service. */
  signed: Bounded<{ at: number; token: Promise<string> }>;
}
const signers = new Map<string, Signer>();
let signersOf: string | undefined;

/** The key of a caller from TOKEN_SIGNING_KEY, which is read again when it changes. */
function signerOf(self: string): Signer {
  const variable = process.env.TOKEN_SIGNING_KEY;
  if (variable === undefined) throw new Error('TOKEN_SIGNING_KEY is not set');
  if (variable !== signersOf) {
    signers.clear();
    for (const key of signingKeyVariable.parse(variable) as PrivateKey[])
      signers.set(key.iss, {
        kid: key.kid,
        key: importJWK(key, ALGORITHM) as Promise<CryptoKey>,
        signed: new Bounded(),
      });
    signersOf = variable;
  }
  const signer = signers.get(self);
  if (!signer) throw new Error(`TOKEN_SIGNING_KEY holds no key of ${self}`);
  return signer;
}

/**
 * A token by which this part (`self`) asks a service in the name of the actor. The same one is
 * given for 30 seconds.
 */
export function signActor(
  actor: Actor,
  { self, audience }: { self: string; audience: string },
): Promise<string> {
  const signer = signerOf(self);
  const { via: _, ...act } = actor;
  const about = `${audience} ${JSON.stringify(act)}`;
  const now = Math.floor(steadyNow().getTime() / 1000);
  const kept = signer.signed.get(about);
  // one that was made later than now is from before the clock was put right
  if (kept && kept.at <= now && now - kept.at < REUSED_SECONDS) return kept.token;
  const token = signer.key.then((key) =>
    new SignJWT({ act })
      .setProtectedHeader({ alg: ALGORITHM, kid: signer.kid, typ: TYPE })
      .setIssuer(self)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFE_SECONDS)
      .sign(key),
  );
  signer.signed.set(about, { at: now, token });
  return token;
}

/**
 * Reads tokens that are for one service. Refuses with `unavailable` what is missing, forged, too
 * old or for another service: with keys that do not fit, nothing was decided about the call itself,
 * and a durable process must try again instead of undoing what it has done.
 */
export type VerifyActor = (token: string | undefined) => Promise<Actor>;

interface VerifiedToken {
  actor: Actor;
  exp: number;
}

/**
 * Reads tokens for a service (`audience`) that were signed by one of these keys, each in the name
 * of its owner alone. Keys that are given as a function may change: a token whose key is no longer
 * among them is not believed any more.
 */
export function actorVerifier(
  keys: readonly PublicKey[] | (() => readonly PublicKey[]),
  audience: string,
  clock: () => Date = steadyNow,
): VerifyActor {
  const keysNow = typeof keys === 'function' ? keys : () => keys;
  let of: readonly PublicKey[] | undefined;
  let byKid: ReadonlyMap<string, { iss: Caller; key: Promise<CryptoKey> }> = new Map();
  const known = new Bounded<VerifiedToken>();
  const followKeys = () => {
    const now = keysNow();
    if (now === of) return;
    of = now;
    known.clear();
    byKid = new Map(
      now.map((key) => [
        key.kid,
        { iss: key.iss, key: importJWK(key, ALGORITHM) as Promise<CryptoKey> },
      ]),
    );
  };
  const keyOf = ({ kid }: JWTHeaderParameters) => {
    const found = byKid.get(kid ?? '');
    if (!found) throw new Error('no such key');
    return found.key;
  };

  async function read(token: string, now: Date): Promise<VerifiedToken> {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience,
      requiredClaims: ['iss', 'aud', 'iat', 'exp', 'act'],
      clockTolerance: SKEW_SECONDS,
      currentDate: now,
    });
    const { iss, aud, iat = 0, exp = 0 } = payload;
    const owner: Caller | undefined = byKid.get(protectedHeader.kid ?? '')?.iss;
    if (owner === undefined || iss !== owner)
      throw new Error('signed by the key of another caller');
    if (aud !== audience) throw new Error('for several services');
    if (exp - iat > LIFE_SECONDS || iat > now.getTime() / 1000 + AHEAD_SECONDS)
      throw new Error('good for too long');
    return { actor: Object.freeze({ ...Act.parse(payload['act']), via: owner } as Actor), exp };
  }

  return async (token) => {
    const now = clock();
    followKeys();
    if (!token || token.length > MAX_TOKEN) throw unavailable();
    const kept = known.get(token);
    if (kept && now.getTime() / 1000 < kept.exp + SKEW_SECONDS) return kept.actor;
    try {
      const fresh = await read(token, now);
      known.set(token, fresh);
      return fresh.actor;
    } catch (error) {
      log.warn({ audience, reason: (error as Error).message }, 'actor token refused');
      throw unavailable();
    }
  };
}
