import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A key of its own for one purpose, derived from the secret of this service. */
const keyFor = (purpose: string): Buffer =>
  createHmac('sha256', process.env.IDENTITY_SECRET ?? '')
    .update(`identity ${purpose}`)
    .digest();

/** A keyed hash: tells that two texts are equal and nothing else. */
export const blindHash = (purpose: string, text: string): string =>
  createHmac('sha256', keyFor(purpose)).update(text).digest('base64url');

/** Returns the stored hash of a secret with 256 random bits. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Signs plain data that a client hands back later; it can be read, not changed. */
export function sign(purpose: string, data: object): string {
  const body = Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${body}.${blindHash(purpose, body)}`;
}

/**
 * The data that was signed for this purpose, or null when the text is forged or was signed for
 * another one.
 */
export function verified(purpose: string, text: string): unknown {
  const [body = '', mac = '', ...rest] = text.split('.');
  const [given, right] = [Buffer.from(mac), Buffer.from(blindHash(purpose, body))];
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
    return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString());
}
