import { createHash } from 'node:crypto';
import { publicUrl } from '../public-url.ts';

/** What an address can hold as its secret. */
export const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/** What the database stores of a secret of 256 random bits. R-575 */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Where a calendar reads the feed. */
export const feedUrl = (secret: string): string => `${publicUrl()}/api/calendar/${secret}.ics`;
