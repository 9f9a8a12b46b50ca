import { createHash, createHmac } from 'node:crypto';
import { publicUrl } from '../public-url.ts';

/** What an address can hold as its secret. */
export const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/**
 * 256 bits, as they stand in the address of a feed, worked out of what names them: whoever lost the
 * answer gets the same address again, although only its hash is kept. `name` must be used for one
 * feed only. R-575
 */
export const secretNamed = (name: string): string =>
  createHmac('sha256', process.env.START_LINK_SECRET ?? '')
    .update(`calendar feed ${name}`)
    .digest('base64url');

/** What is kept of a secret. Nobody finds it by trying. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Where a calendar reads the feed. */
export const feedUrl = (secret: string): string => `${publicUrl()}/api/calendar/${secret}.ics`;
