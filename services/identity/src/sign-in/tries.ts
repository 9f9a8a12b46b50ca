import { plusSeconds } from '@portal/kit/clock';
import type { Call } from '@portal/kit/command';
import type { Sql } from '@portal/kit/database';
import { DomainError, tooMany } from '@portal/kit/errors';
import type { AccountRef } from '../accounts/account.ts';
import { blindHash } from '../secrets.ts';

/** At most 10 refused tries in 15 minutes for one account, or one birth date with SSN digits (R-014). */
export const MOST_TRIES = 10;
const WINDOW_SECONDS = 15 * 60;

/** What is counted; names, addresses, dates and digits stand there only as a keyed hash. Unknown accounts are counted as known ones are. */
export const loginSubject = (kind: AccountRef['kind'], login: string): string =>
  `login:${kind}:${blindHash('failed try', login.trim().toLowerCase())}`;
export const pairSubject = (dob: string, last4Ssn: string): string => `pair:${blindHash('failed try', `${dob} ${last4Ssn}`)}`;
export const tokenSubject = ({ kind, id }: AccountRef): string => `token:${kind}:${id}`;

/** Does the work and counts it as a failed try when it is refused. Refuses with too_many_tries once there were too many. */
export async function limited<T>(call: Call, subject: string, work: () => Promise<T>): Promise<T> {
  await refuseTooMany(call, subject);
  try {
    return await work();
  } catch (error) {
    const isRefusedTry = error instanceof DomainError && !error.isPassing && error.code !== 'idempotency_key_reused';
    if (isRefusedTry && !(await countFailedTry(call.db, subject, call.now))) await refuseTooMany(call, subject);
    throw error;
  }
}

/** Refuses with too_many_tries when the limit is reached; retryAfter says in how many seconds a try is free again. */
export async function refuseTooMany({ db, now }: Pick<Call, 'db' | 'now'>, subject: string): Promise<void> {
  const recent = await db.one<{ tries: number; oldest: Date | null }>`
    SELECT count(*)::int AS tries, min(at) AS oldest FROM failed_try, unnest(tries) AS at
    WHERE subject = ${subject} AND at > ${plusSeconds(now, -WINDOW_SECONDS)}`;
  if (recent.tries < MOST_TRIES || recent.oldest === null) return;
  const waitMs = plusSeconds(recent.oldest, WINDOW_SECONDS).getTime() - now.getTime();
  throw tooMany('too_many_tries', 'Too many tries. Please try again later.', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Adds a failed try, in one conditional statement, so that tries side by side cannot pass the limit; false when it is reached. */
export async function countFailedTry(sql: Sql, subject: string, now: Date): Promise<boolean> {
  const since = plusSeconds(now, -WINDOW_SECONDS);
  const counted = await sql.run`
    INSERT INTO failed_try AS known (subject, tries, last_at) VALUES (${subject}, ARRAY[${now}::timestamptz], ${now})
    ON CONFLICT (subject) DO UPDATE
      SET tries = ARRAY(SELECT at FROM unnest(known.tries) AS at WHERE at > ${since}) || excluded.tries, last_at = greatest(known.last_at, excluded.last_at)
      WHERE (SELECT count(*) FROM unnest(known.tries) AS at WHERE at > ${since}) < ${MOST_TRIES}`;
  return counted > 0;
}
