import { createHash, randomBytes } from 'node:crypto';
import { unavailable } from '@portal/kit/errors';
import { answerWithin, type Redis, reconnect } from '../redis.ts';

export interface Account {
  kind: 'student' | 'staff';
  id: number;
}
export interface Session extends Account {
  roles: string[];
  /** The one school of a school admin. */
  schoolId: number | null;
  /** For the audit: a staff login name, or `student 12`; never a person's name or address. */
  name: string;
  /** When it was signed in, in milliseconds. */
  startedAt: number;
  /** The browser and its system: 'Chrome on Windows'. */
  device?: string | undefined;
  /** Of staff: the network address that it was signed in from; shown to its owner alone. */
  ip?: string | undefined;
  /** Of staff: the remembered device that it is on. */
  rememberedId?: number | undefined;
}

/** A session as Redis holds it. */
interface Stored extends Session {
  /** The key that it is stored under; sessions of the release before have none. */
  key?: string;
}

/** A session as its owner sees it. */
export interface OpenSession {
  /** Identifies it without opening it: the hash of its id. */
  hash: string;
  device: string | undefined;
  ip: string | undefined;
  rememberedId: number | undefined;
  /** Milliseconds. */
  startedAt: number;
  /** Milliseconds; half a minute late at most. */
  usedAt: number;
}

const minute = 60_000;
/** A session ends so long after its last use ... R-027 */
export const idleMillis = { student: 30 * minute, staff: 15 * minute } as const;
/** ... and at the latest so long after the sign-in. */
const absoluteMillis = 8 * 60 * minute;
/** The last use is written down at most this often. */
const touchEvery = minute / 2;
const MAX_LISTED = 100;
/** No sign-in takes longer than this. */
const longestSignIn = 2 * minute;

/**
 * How long a session that was used at this moment lasts at least, and at most however often it is
 * used; in milliseconds. R-027
 */
export function sessionLeft(
  { kind, startedAt }: Pick<Session, 'kind' | 'startedAt'>,
  now: Date,
): { endsMs: number; latestMs: number } {
  const latestMs = Math.max(0, startedAt + absoluteMillis - now.getTime());
  return { endsMs: Math.min(idleMillis[kind] - touchEvery, latestMs), latestMs };
}

const sidShape = /^[A-Za-z0-9_-]{43}$/;
// Only the hash is stored, so a reader of the store cannot use its sessions.
const PREFIX = 'session:';
const hashOf = (sid: string): string => createHash('sha256').update(sid).digest('base64url');
const sessionKey = (sid: string): string => PREFIX + hashOf(sid);
const indexKey = ({ kind, id }: Account): string => `sessions-of:${kind}:${id}`;
/** When all sessions of an account were ended last, for sign-ins that were under way then. */
const endedKey = ({ kind, id }: Account): string => `sessions-ended:${kind}:${id}`;

export interface Sessions {
  /**
   * Starts a session and gives its id, 256 random bits. `signInBegan`: when the sign-in began,
   * before the password was checked. Refuses with `unavailable` when all sessions of the account
   * were ended since then: the password may be the old one.
   */
  start(session: Omit<Session, 'startedAt'>, signInBegan?: Date): Promise<string>;
  /**
   * Returns the session, and keeps it alive; null when there is none or it is over. `onRenewed` is
   * called when the end was extended, with the milliseconds from now that the session lives if it
   * is not used again.
   */
  read(
    sid: string,
    onRenewed?: (session: Session, lifeMs: number) => void,
  ): Promise<Session | null>;
  /** The same without keeping it alive. */
  peek(sid: string): Promise<Session | null>;
  /** Ends one session; none is no error. */
  end(sid: string): Promise<void>;
  /** The open sessions of an account, the newest sign-in first, at most 100. */
  list(account: Account): Promise<OpenSession[]>;
  /** Whether a session is the one of this hash. */
  isSame(sid: string, hash: string): boolean;
  /** Ends these sessions of an account; those of others are left alone. */
  endSome(account: Account, hashes: readonly string[]): Promise<void>;
  /** Ends every session of an account; with `until`, those that were started up to that moment. */
  endAll(account: Account, until?: Date): Promise<void>;
}

/**
 * Returns the session that was stored under a key; undefined when it is no session, or that of
 * another key.
 */
function sessionIn(stored: string, key: string): Session | undefined {
  try {
    const { key: own = key, ...session } = JSON.parse(stored) as Stored;
    return own === key && Number.isFinite(session.startedAt) ? session : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sessions in Redis. Every call refuses with `unavailable` when Redis does not answer, or answers
 * another question. On a connection whose answers are out of step with its commands one person
 * would act in the account of another, so the connection is replaced; `onMixedUp` is called then.
 */
export function createSessions(
  redis: Redis,
  clock: () => Date,
  onMixedUp: () => void = () => {},
): Sessions {
  const sessionOf = (stored: string | null, key: string): Session | null => {
    if (stored === null) return null;
    const session = sessionIn(stored, key);
    if (session) return session;
    onMixedUp();
    reconnect(redis);
    throw unavailable();
  };

  return {
    async start(account, signInBegan = clock()) {
      const sid = randomBytes(32).toString('base64url');
      const now = clock().getTime();
      const [key, index] = [sessionKey(sid), indexKey(account)];
      const session: Stored = { ...account, startedAt: now, key };
      // at one moment with the entry in the index: either the end of all sessions is seen here, or
      // this session is seen there
      const answers = await answerWithin(
        redis
          .multi()
          .set(key, JSON.stringify(session), { PX: idleMillis[account.kind] })
          .zRemRangeByScore(index, '-inf', now)
          .zAdd(index, { score: now + absoluteMillis, value: key })
          .pExpire(index, absoluteMillis)
          .zScore(endedKey(account), 'at')
          .exec(),
      );
      const endedAt = answers.at(-1) as unknown as number | null;
      if (endedAt === null || endedAt <= signInBegan.getTime()) return sid;
      await answerWithin(redis.multi().del(key).zRem(index, key).exec());
      throw unavailable();
    },

    async read(sid, onRenewed) {
      if (!sidShape.test(sid)) return null;
      const key = sessionKey(sid);
      const [stored, left] = await answerWithin(Promise.all([redis.get(key), redis.pTTL(key)]));
      const session = sessionOf(stored, key);
      if (session === null) return null;
      const lives = session.startedAt + absoluteMillis - clock().getTime();
      if (lives <= 0) {
        await answerWithin(redis.del(key));
        return null;
      }
      const renewed = Math.min(idleMillis[session.kind], lives);
      if (renewed - left > touchEvery) {
        await answerWithin(redis.pExpire(key, renewed));
        onRenewed?.(session, renewed);
      }
      return session;
    },

    async peek(sid) {
      if (!sidShape.test(sid)) return null;
      const key = sessionKey(sid);
      const session = sessionOf(await answerWithin(redis.get(key)), key);
      return session && session.startedAt + absoluteMillis > clock().getTime() ? session : null;
    },

    async end(sid) {
      if (sidShape.test(sid)) await answerWithin(redis.del(sessionKey(sid)));
    },

    async list(account) {
      const keys = await answerWithin(
        redis.zRange(indexKey(account), 0, MAX_LISTED - 1, { REV: true }),
      );
      const found = await Promise.all(
        keys.map(async (key) => {
          const [stored, left] = await answerWithin(Promise.all([redis.get(key), redis.pTTL(key)]));
          return { key, left, session: sessionOf(stored, key) };
        }),
      );
      const now = clock().getTime();
      return found.flatMap(({ key, left, session }) => {
        if (!session || session.startedAt + absoluteMillis <= now) return [];
        const { device, ip, rememberedId, startedAt } = session;
        // a session that lives until its eight hours are over was used within its last minutes
        const usedAt = Math.max(startedAt, Math.min(now, now - idleMillis[session.kind] + left));
        return [{ hash: key.slice(PREFIX.length), device, ip, rememberedId, startedAt, usedAt }];
      });
    },

    isSame: (sid, hash) => hashOf(sid) === hash,

    async endSome(account, hashes) {
      const index = indexKey(account);
      const own = await answerWithin(
        Promise.all(
          hashes.map(async (hash) => {
            const key = PREFIX + hash;
            return (await redis.zScore(index, key)) === null ? [] : [key];
          }),
        ),
      );
      const keys = own.flat();
      if (keys.length > 0) await answerWithin(redis.multi().del(keys).zRem(index, keys).exec());
    },

    async endAll(account, until) {
      const [index, ended] = [indexKey(account), endedKey(account)];
      const upTo = until ? until.getTime() + absoluteMillis : '+inf';
      const endedAt = (until ?? clock()).getTime();
      const answers = await answerWithin(
        redis
          .multi()
          .zAdd(ended, { score: endedAt, value: 'at' }, { comparison: 'GT' })
          .pExpire(ended, longestSignIn)
          .zRangeByScore(index, '-inf', upTo)
          .exec(),
      );
      const keys = answers.at(-1) as unknown as string[];
      // Only what was read is removed, so that a sign-in of this moment stays in the index.
      if (keys.length > 0) await answerWithin(redis.multi().del(keys).zRem(index, keys).exec());
    },
  };
}
