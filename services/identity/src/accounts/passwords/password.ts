import { hash, verify } from '@node-rs/argon2';
import { secretToken } from '@portal/kit/ids';

/**
 * Argon2id with 19 MiB, two passes, one lane, as OWASP advises; it runs on the thread pool, off the
 * event loop.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A slow salted hash of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | undefined;

/**
 * Whether this is the password behind the hash. Without a hash it takes the same time and says no,
 * so the time tells nothing.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword(secretToken());
  const isRight = await verify(passwordHash ?? (await decoy), password);
  return isRight && passwordHash !== null;
}
