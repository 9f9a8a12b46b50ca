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
  key: Buffer.from(hkdfSync('sha256', secret, '', 'identity webhooks', 32)),
});

/**
 * The keys of WEBHOOKS_SECRET: one secret, or several with blanks between them while it is
 * replaced. The first seals, each opens what was sealed with it.
 */
function keys(): [SealKey, ...SealKey[]] {
  const [first, ...others] = (process.env.WEBHOOKS_SECRET ?? '').split(/\s+/).filter(Boolean);
  if (first === undefined) throw new Error('WEBHOOKS_SECRET is not set');
  return [keyOf(first), ...others.map(keyOf)];
}

/** Encrypts the secret of an address. */
export function sealSecret(secret: string): Buffer {
  const [{ name, key }] = keys();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([name, iv, cipher.getAuthTag(), body]);
}

/** The secret that was sealed. Throws when its key is gone, or it was changed. */
export function openSecret(sealed: Buffer): string {
  const known = keys().find(({ name }) => name.equals(sealed.subarray(0, NAME_BYTES)));
  if (!known) throw new Error('WEBHOOKS_SECRET lacks the key of a webhook');
  const [ivEnd, tagEnd] = [NAME_BYTES + IV_BYTES, NAME_BYTES + IV_BYTES + TAG_BYTES];
  const decipher = createDecipheriv(ALGORITHM, known.key, sealed.subarray(NAME_BYTES, ivEnd));
  decipher.setAuthTag(sealed.subarray(ivEnd, tagEnd));
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString();
}
