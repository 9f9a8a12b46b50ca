import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LIFE_MS = 90 * 86_400_000;
/**
 * So many accounts one browser is known for; a computer of a family or a school has more than one.
 */
const MAX_ACCOUNTS = 5;
/** End of life in seconds, 128 random bits, signature. */
const ENTRY = /^(\d{10})\.([\w-]{22})\.([\w-]{43})$/;
const MAX_LENGTH = 500;

export interface Login {
  kind: 'student' | 'staff';
  /** Mail address or login name, as typed. */
  name: string;
}

/**
 * Recognizes browsers that signed in before. Their cookie holds one random mark per account, signed
 * together with the account's login. The login itself is not in the cookie, so the cookie does not
 * reveal the account and is useless for another one.
 */
export interface KnownBrowsers {
  /** The mark of the browser at this account; null when it did not sign in there within 90 days. */
  markOf(cookie: string | undefined, login: Login): string | null;
  /**
   * Returns the cookie of a browser that has just signed in. The browser keeps its mark, so that
   * signing in does not reset its count.
   */
  remember(cookie: string | undefined, login: Login): string;
  /** Life of the cookie. */
  readonly lifeSeconds: number;
}

interface Entry {
  text: string;
  endsAt: number;
  mark: string;
  signature: string;
}

/** `secret` is called each time, since the secret may change. */
export function createKnownBrowsers(secret: () => string, clock: () => Date): KnownBrowsers {
  const signatureOf = ({ kind, name }: Login, endsAt: number, mark: string): string =>
    createHmac('sha256', secret())
      .update(JSON.stringify(['known browser', kind, name.trim().toLowerCase(), endsAt, mark]))
      .digest('base64url');

  const isOf = (login: Login, { endsAt, mark, signature }: Entry): boolean =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(login, endsAt, mark)));

  function entriesOf(cookie = ''): Entry[] {
    if (cookie.length > MAX_LENGTH) return [];
    const now = clock().getTime() / 1000;
    return cookie
      .split('~')
      .slice(0, MAX_ACCOUNTS)
      .flatMap((text) => {
        const [, endsAt, mark = '', signature = ''] = ENTRY.exec(text) ?? [];
        return Number(endsAt) > now ? [{ text, endsAt: Number(endsAt), mark, signature }] : [];
      });
  }

  return {
    lifeSeconds: LIFE_MS / 1000,
    markOf: (cookie, login) => entriesOf(cookie).find((entry) => isOf(login, entry))?.mark ?? null,
    remember(cookie, login) {
      const entries = entriesOf(cookie);
      const own = entries.find((entry) => isOf(login, entry));
      const mark = own?.mark ?? randomBytes(16).toString('base64url');
      const endsAt = Math.floor((clock().getTime() + LIFE_MS) / 1000);
      const others = entries.filter((entry) => entry !== own).slice(0, MAX_ACCOUNTS - 1);
      return [
        `${endsAt}.${mark}.${signatureOf(login, endsAt, mark)}`,
        ...others.map(({ text }) => text),
      ].join('~');
    },
  };
}
