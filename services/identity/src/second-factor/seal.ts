import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NAME_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface SealKey {
  /** Begins what was sealed with it, so that it is known again. */
  name: Buffer;
  key: Buffer;
}

const keyOf = (secret: string): SealKey => ({
  name: createHash('sha256').update(`name ${secret}`).digest().subarray(0, NAME_BYTES),
  key: Buffer.from(hkdfSync('sha256', secret, '', 'identity second factors', 32)),
});

/**
 * The keys of FACTOR_SECRET: one secret, or several with blanks between them while it is replaced.
 * The first seals, each opens what was sealed with it.
 */
const keys = (): SealKey[] =>
  (process.env.FACTOR_SECRET ?? '').split(/\s+/).filter(Boolean).map(keyOf);

/** Encrypts a secret of an account; it opens for the same account alone. */
export function seal(userId: number, secret: Uint8Array): Buffer {
  const [first] = keys();
  if (!first) throw new Error('FACTOR_SECRET is not set');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, first.key, iv).setAAD(Buffer.from(`user ${userId}`));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([first.name, iv, cipher.getAuthTag(), body]);
}

/** What was sealed for this account. Throws when its key is gone, or it was changed. */
export function unseal(userId: number, sealed: Buffer): Buffer {
  const name = sealed.subarray(0, NAME_BYTES);
  const known = keys().find((one) => one.name.equals(name));
  if (!known) throw new Error('FACTOR_SECRET lacks the key of a second factor');
  const [ivEnd, tagEnd] = [NAME_BYTES + IV_BYTES, NAME_BYTES + IV_BYTES + TAG_BYTES];
  const decipher = createDecipheriv(ALGORITHM, known.key, sealed.subarray(NAME_BYTES, ivEnd))
    .setAAD(Buffer.from(`user ${userId}`))
    .setAuthTag(sealed.subarray(ivEnd, tagEnd));
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
}

/** The beginning of whatever the first key seals. */
export function currentName(): Buffer {
  const [first] = keys();
  if (!first) throw new Error('FACTOR_SECRET is not set');
  return first.name;
}
