import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { steadyNow } from './steady-clock.ts';

/** A UUID of version 7: unique, and in order of time, which keeps index pages warm. */
export const uuidv7 = (): string => v7({ msecs: steadyNow().getTime() });

/** An opaque secret of 256 bits, safe in a URL. */
export function secretToken(): string {
  return randomBytes(32).toString('base64url');
}
