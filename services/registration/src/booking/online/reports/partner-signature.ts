import { createHmac, timingSafeEqual } from 'node:crypto';

const LATE_SECONDS = 5 * 60;

/**
 * Whether `header` (t=seconds,v1=hex) signs this body with the secret, at most 5 minutes off.
 *
 */
export function isSigned(body: Uint8Array, header: string, secret: string, now: Date): boolean {
  const [, t = '', v1 = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (secret === '' || v1 === '' || Math.abs(now.getTime() / 1000 - Number(t)) > LATE_SECONDS)
    return false;
  const right = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  return timingSafeEqual(right, Buffer.from(v1, 'hex'));
}
