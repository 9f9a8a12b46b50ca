import { createHash } from 'node:crypto';
import { publicUrl } from '../../public-url.ts';

/** The form of a secret in an address. */
export const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Returns the stored hash of a secret of 256 random bits. R-575 */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Where a calendar reads the feed. */
export const feedUrl = (secret: string): string => `${publicUrl()}/api/calendar/${secret}.ics`;
