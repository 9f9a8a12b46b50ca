import { sealing } from '@portal/kit/secrets/sealing';

const factors = sealing({
  setting: 'FACTOR_SECRET',
  label: 'identity second factors',
  what: 'a second factor',
});
const of = (userId: number): string => `user ${userId}`;

/** Encrypts a secret of an account; it opens for the same account alone. */
export const seal = (userId: number, secret: Uint8Array): Buffer =>
  factors.seal(secret, of(userId));

/**
 * Opens a secret that was sealed for this account. Throws when its key is missing, or it was
 * changed.
 */
export const unseal = (userId: number, sealed: Buffer): Buffer => factors.open(sealed, of(userId));

/** The prefix of all values that the first key seals. */
export const currentName = factors.currentName;
