import { createHmac } from 'node:crypto';
import { steadyNow } from '@portal/kit/steady-clock';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes of a secret as it is typed into an app. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret]
    .map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * What an authenticator app shows (RFC 6238), so many steps of 30 seconds from now; made here from
 * the standard, so that the portal is not compared with its own library.
 */
export function appCode(secret: string, steps = 0, now = steadyNow().getTime()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** A code that is right at no step near this moment. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => !right.has(code),
  ) as string;
}
