import { createHash, randomBytes } from 'node:crypto';
import { publicUrl } from '../public-url.ts';

const BYTES = 32;

/** What an address can hold as its secret. */
export const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, as they stand in the address of a feed. R-575 */
export const newSecret = (): string => randomBytes(BYTES).toString('base64url');

/** What is kept of a secret. It is random, so nobody finds it by trying. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Where a calendar reads the feed. */
export const feedUrl = (secret: string): string => `${publicUrl()}/api/calendar/${secret}.ics`;
