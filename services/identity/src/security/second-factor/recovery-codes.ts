import { createHash, randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';

/** */
export const RECOVERY_CODES = 10;
const LENGTH = 10;
/** Without letters and digits that are taken for one another: 31, so a code has 49 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Ten codes of ten characters, no two alike. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES)
    codes.add(Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''));
  return [...codes];
}

/** Normalises a typed code, which may contain blanks and dashes; null when it is invalid. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return code.length === LENGTH && [...code].every((one) => LETTERS.includes(one)) ? code : null;
}

/**
 * Returns the stored hash of a code. Argon2id, since 49 bits could be tried through otherwise; the
 * salt is the account, so that one hash answers which of its ten codes it is.
 */
export const hashOfRecoveryCode = (userId: number, code: string): Promise<Buffer> =>
  hashRaw(code, {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    outputLen: 32,
    salt: createHash('sha256').update(`recovery codes of ${userId}`).digest().subarray(0, 16),
  });
