import { Secret, TOTP } from 'otpauth';

/** Seconds that a code is of. R-584 */
const PERIOD = 30;
/** Steps that the clock of an app may be early or late. R-584 */
const WINDOW = 1;

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'JSE portal',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    secret: Secret.fromHex(Buffer.from(secret).toString('hex')),
  });

/** 160 random bits. */
export const newTotpSecret = (): Uint8Array => new Secret({ size: 20 }).bytes;

/** Returns the secret for an app: as text to type, and as an address for a QR code. */
export function setupOf(secret: Uint8Array, label: string): { secret: string; otpauth: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, otpauth: totp.toString() };
}

/**
 * Returns the step of 30 seconds to which a code belongs, the current one or one step either way;
 * null when it belongs to none of these, or not after `lastStep`: each code is used once. R-584
 */
export function stepOf(
  code: string,
  secret: Uint8Array,
  { lastStep, now }: { lastStep: number | null; now: Date },
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / PERIOD) + delta;
  return lastStep === null || step > lastStep ? step : null;
}

/** A secret from the letters in which it is typed. */
export const secretOf = (typed: string): Uint8Array => Secret.fromBase32(typed).bytes;
