import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Login } from '../session/known-browsers.ts';

/** A place in the queue, as its browser holds it. */
export interface Place {
  /** The queue of the number: numbers restart when all counters were lost. */
  epoch: string;
  /** The number of the place; numbers are called from the lowest up. */
  number: number;
  /** Identifies the place: 96 random bits. */
  id: string;
  /** When it was taken, in milliseconds. */
  takenAt: number;
}

/** Longest text that is read. */
const MAX_LENGTH = 200;
const PLACE = /^p\.([\w-]{8})\.(\d{1,12})\.([\w-]{16})\.(\d{13})\.([\w-]{43})$/;
const PASS = /^s\.(\d{13})\.([\w-]{43})$/;

/** A place is kept so long, and a signed-in visitor may return without waiting for so long. */
export const PLACE_LIFE_MS = 3 * 3_600_000;
export const PASS_LIFE_MS = 9 * 3_600_000;

/** All replicas have read a new secret within this time. */
const SPREAD_MS = 2 * 60_000;

/**
 * Signs what browsers hold of the queue, so that no replica has to keep it: a place, or the word
 * that this account signed in here today.
 */
export interface Places {
  write(place: Omit<Place, 'id'>): { text: string; place: Place };
  /** Null for a text that was not signed here, is too old or from the future. */
  read(text: string | undefined): Place | null;
  /**
   * Returns the pass of a browser that signed in to an account: it is valid for that account alone.
   */
  passFor(login: Login): string;
  isPassFor(text: string | undefined, login: Login): boolean;
}

/**
 * `secret` is called each time, since it may change. Until the change has reached all replicas,
 * they sign with the old secret; those places stay valid for their life, so no visitor loses a
 * place.
 */
export function createPlaces(secret: () => string, clock: () => Date): Places {
  let key = secret();
  let before: { key: string; until: number } | null = null;
  function keyNow(): string {
    const next = secret();
    if (next !== key) {
      before = { key, until: clock().getTime() + SPREAD_MS };
      key = next;
    }
    return key;
  }
  const signWith = (by: string, what: readonly (string | number)[]): string =>
    createHmac('sha256', by)
      .update(JSON.stringify(['waiting room', ...what]))
      .digest('base64url');
  const sign = (...what: readonly (string | number)[]): string => signWith(keyNow(), what);
  function isSigned(
    signature: string,
    signedAt: number,
    ...what: readonly (string | number)[]
  ): boolean {
    const isBy = (by: string) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(signWith(by, what)));
    if (isBy(keyNow())) return true;
    return before !== null && signedAt <= before.until && isBy(before.key);
  }
  const isWithin = (takenAt: number, lifeMs: number): boolean => {
    const age = clock().getTime() - takenAt;
    return age > -60_000 && age < lifeMs;
  };
  const nameOf = ({ kind, name }: Login): string => `${kind} ${name.trim().toLowerCase()}`;

  return {
    write({ epoch, number, takenAt }) {
      const id = randomBytes(12).toString('base64url');
      const signature = sign('place', epoch, number, id, takenAt);
      return {
        text: `p.${epoch}.${number}.${id}.${takenAt}.${signature}`,
        place: { epoch, number, id, takenAt },
      };
    },

    read(text = '') {
      if (text.length > MAX_LENGTH) return null;
      const [, epoch, digits, id, taken, signature] = PLACE.exec(text) ?? [];
      if (!epoch || !digits || !id || !taken || !signature) return null;
      const [number, takenAt] = [Number(digits), Number(taken)];
      if (!isSigned(signature, takenAt, 'place', epoch, number, id, takenAt)) return null;
      return isWithin(takenAt, PLACE_LIFE_MS) ? { epoch, number, id, takenAt } : null;
    },

    passFor(login) {
      const at = clock().getTime();
      return `s.${at}.${sign('signed in', nameOf(login), at)}`;
    },

    isPassFor(text = '', login) {
      if (text.length > MAX_LENGTH) return false;
      const [, at, signature] = PASS.exec(text) ?? [];
      if (!at || !signature) return false;
      return (
        isSigned(signature, Number(at), 'signed in', nameOf(login), Number(at)) &&
        isWithin(Number(at), PASS_LIFE_MS)
      );
    },
  };
}
