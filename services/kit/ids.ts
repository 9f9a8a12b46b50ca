import { randomBytes } from 'node:crypto';
import { steadyNow } from './steady-clock.ts';

/** A UUID of version 7: unique, and in order of time, which keeps index pages warm. */
export function uuidv7(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(steadyNow().getTime(), 0, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An opaque secret of 256 bits, safe in a URL. */
export function secretToken(): string {
  return randomBytes(32).toString('base64url');
}
