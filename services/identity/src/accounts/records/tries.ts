import { plusSeconds } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import { blindHash } from '../../secrets.ts';
import type { AccountRef } from './account.ts';

/**
 * The subject of a count, and its maximum. At most 100 tries fit a count (a constraint of the
 * table).
 */
export interface TryCount {
  /** A keyed hash: no name, address, date or digits can be read from it. */
  subject: string;
  max: number;
  seconds: number;
}

/**
 * Refused tries in 15 minutes for one birth date with SSN digits, or for one browser that signed in
 * to the account before (R-014).
 */
export const MAX_ATTEMPTS = 10;
/**
 * For one account from anywhere else: enough that strangers rarely lock its owner out. The BFF,
 * which knows network addresses, limits the tries of one address on an account.
 */
export const MAX_ACCOUNT_TRIES = 100;
const WINDOW_SECONDS = 15 * 60;

/**
 * Unknown accounts are counted as known ones are. `browser`: the mark of a browser that signed in
 * to the account before.
 */
export function loginCount(
  kind: AccountRef['kind'],
  name: string,
  browser: string | null,
): TryCount {
  const login = name.trim().toLowerCase();
  return browser === null
    ? {
        subject: `login:${kind}:${blindHash('failed try', login)}`,
        max: MAX_ACCOUNT_TRIES,
        seconds: WINDOW_SECONDS,
      }
    : {
        subject: `browser:${kind}:${blindHash('failed try', `${login} ${browser}`)}`,
        max: MAX_ATTEMPTS,
        seconds: WINDOW_SECONDS,
      };
}

/** Counts wrong current passwords of the signed-in student; these do not affect sign-in. */
export const ownPasswordCount = (studentId: number): TryCount => ({
  subject: `own password:${studentId}`,
  max: MAX_ATTEMPTS,
  seconds: WINDOW_SECONDS,
});

/** The same of staff. */
export const ownStaffPasswordCount = (userId: number): TryCount => ({
  subject: `own password of staff:${userId}`,
  max: MAX_ATTEMPTS,
  seconds: WINDOW_SECONDS,
});

/**
 * Wrong second steps of an account, from wherever: only who has the right password gets so far.
 * R-585
 */
export const secondFactorCount = (userId: number): TryCount => ({
  subject: `second factor:${userId}`,
  max: MAX_ATTEMPTS,
  seconds: WINDOW_SECONDS,
});

export const pairCount = (dob: string, last4Ssn: string): TryCount => ({
  subject: `pair:${blindHash('failed try', `${dob} ${last4Ssn}`)}`,
  max: MAX_ATTEMPTS,
  seconds: WINDOW_SECONDS,
});

/** Refusals that involve no guess, so they do not count as tries. */
const NO_TRIES = ['idempotency_key_reused', 'bot_check_needed', 'pending_over', 'already_set_up'];
export const isRefusedTry = (error: unknown): error is DomainError =>
  error instanceof DomainError && !error.isTransient && !NO_TRIES.includes(error.code);

/**
 * Does the work and counts it as a failed try when it is refused. Refuses with too_many_tries once
 * there were too many.
 */
export async function limited<T>(call: Call, count: TryCount, work: () => Promise<T>): Promise<T> {
  await refuseTooMany(call, count);
  return counted(call, count, work);
}

/** The same without asking before: the work itself refuses by `refuseTooMany` where it begins. */
export async function counted<T>(call: Call, count: TryCount, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusedTry(error) && !(await countFailedTry(call.db, count, call.now)))
      await refuseTooMany(call, count);
    throw error;
  }
}

/**
 * Refuses with too_many_tries when the limit is reached; retryAfter says in how many seconds a try
 * is free again.
 */
export async function refuseTooMany(
  { db, now }: { db: Sql; now: Date },
  { subject, max, seconds }: TryCount,
): Promise<void> {
  const recent = await db.one<{ tries: number; oldest: Date | null }>`
    SELECT count(*)::int AS tries, min(at) AS oldest FROM failed_try, unnest(tries) AS at
    WHERE subject = ${subject} AND at > ${plusSeconds(now, -seconds)}`;
  if (recent.tries < max || recent.oldest === null) return;
  const waitMs = plusSeconds(recent.oldest, seconds).getTime() - now.getTime();
  throw domainError('too_many_tries', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/**
 * Adds a failed try, in one conditional statement, so that tries side by side cannot pass the
 * limit; false when it is reached.
 */
export async function countFailedTry(
  sql: Sql,
  { subject, max, seconds }: TryCount,
  now: Date,
): Promise<boolean> {
  const since = plusSeconds(now, -seconds);
  const counted = await sql.run`
    INSERT INTO failed_try AS known (subject, tries, last_at)
    VALUES (${subject}, ARRAY[${now}::timestamptz], ${now})
    ON CONFLICT (subject) DO UPDATE
      SET tries = ARRAY(SELECT at FROM unnest(known.tries) AS at
        WHERE at > ${since}) || excluded.tries, last_at = greatest(known.last_at, excluded.last_at)
      WHERE (SELECT count(*) FROM unnest(known.tries) AS at WHERE at > ${since}) < ${max}`;
  return counted > 0;
}
