import { createHmac } from 'node:crypto';
import { steadyNow } from '@portal/kit/steady-clock';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes a secret as a person types it into an app. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret]
    .map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Returns the code of an authenticator app (RFC 6238), `steps` steps of 30 seconds from now. It
 * follows the standard, so that the portal is not compared with its own library.
 */
export function appCode(secret: string, steps = 0, now = steadyNow().getTime()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Returns a code that is wrong at each step near this moment. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => !right.has(code),
  ) as string;
}
