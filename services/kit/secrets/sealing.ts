import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NAME_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const [IV_END, TAG_END] = [NAME_BYTES + IV_BYTES, NAME_BYTES + IV_BYTES + TAG_BYTES];

interface SealKey {
  /** Begins what was sealed with it, so that it is known again. */
  name: Buffer;
  key: Buffer;
}

export interface Sealing {
  /** The setting with one secret, or several with blanks between them while it is replaced. */
  setting: string;
  /** Tells its keys from those of other purposes that have the same secret. */
  label: string;
  /** The sealed thing as an error names it: 'a webhook'. */
  what: string;
}

/**
 * Encrypts what a service keeps secret in its database: the first secret of the setting seals, each
 * opens what was sealed with it. `about` says whose it is; it opens for the same alone.
 */
export function sealing({ setting, label, what }: Sealing) {
  const keyOf = (secret: string): SealKey => ({
    name: createHash('sha256').update(`name ${secret}`).digest().subarray(0, NAME_BYTES),
    key: Buffer.from(hkdfSync('sha256', secret, '', label, 32)),
  });
  const keys = (): SealKey[] =>
    (process.env[setting] ?? '').split(/\s+/).filter(Boolean).map(keyOf);
  const current = (): SealKey => {
    const [first] = keys();
    if (!first) throw new Error(`${setting} is not set`);
    return first;
  };
  return {
    seal(secret: Uint8Array, about = ''): Buffer {
      const { name, key } = current();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([name, iv, cipher.getAuthTag(), body]);
    },
    /**
     * Returns the plain content. Throws when its key is missing, or the sealed text was changed.
     */
    open(sealed: Buffer, about = ''): Buffer {
      const name = sealed.subarray(0, NAME_BYTES);
      const known = keys().find((one) => one.name.equals(name));
      if (!known) throw new Error(`${setting} lacks the key of ${what}`);
      const decipher = createDecipheriv(ALGORITHM, known.key, sealed.subarray(NAME_BYTES, IV_END))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(IV_END, TAG_END));
      return Buffer.concat([decipher.update(sealed.subarray(TAG_END)), decipher.final()]);
    },
    /** The prefix of all values that the first key seals. */
    currentName: (): Buffer => current().name,
  };
}
