import { plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import { secretToken } from '@portal/kit/ids';
import type * as tables from '../../../prisma/tables.ts';
import { PENDING_SECONDS } from '../../accounts/factors/factor-rules.ts';
import { hashOfToken } from '../../secrets.ts';

export type PendingSignIn = tables.PendingSignIn;

interface NewPending extends Pick<PendingSignIn, 'userId' | 'mustSetUp' | 'challenge'> {
  loginName: string;
  /** Of the password that was right. */
  passwordHash: string | null;
  now: Date;
}

/**
 * Lets a sign-in with the right password wait for its second step, and returns its token: 256
 * random bits and the login name, so that tries are counted before a lookup. Null: the password has
 * changed.
 */
export async function keepPending(
  sql: Sql,
  { userId, loginName, passwordHash, mustSetUp, challenge, now }: NewPending,
): Promise<string | null> {
  const token = `${secretToken()}.${Buffer.from(loginName).toString('base64url')}`;
  // behind a change of the password, which holds the account and ends what waits
  const kept = await sql.run`
    INSERT INTO pending_sign_in (hash, user_id, must_set_up, challenge, expires_at)
    SELECT ${hashOfToken(token)}, u.id, ${mustSetUp}, ${challenge}::text,
      ${plusSeconds(now, PENDING_SECONDS)}
    FROM staff_user u WHERE u.id = ${userId} AND u.password_hash = ${passwordHash} AND u.active
    FOR NO KEY UPDATE OF u`;
  return kept > 0 ? token : null;
}

/** The login name that a token says to be of; '' where it says none. Proves nothing. */
export function loginNameOf(token: string): string {
  const name = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return name.includes('\0') ? '' : name; // which PostgreSQL takes in no text
}

/** Returns a waiting sign-in with its account. */
export const findPending = (
  sql: Sql,
  token: string,
  now: Date,
): Promise<(PendingSignIn & Pick<tables.StaffUser, 'loginName'>) | undefined> =>
  sql.maybe<PendingSignIn & Pick<tables.StaffUser, 'loginName'>>`
    SELECT p.*, u.login_name FROM pending_sign_in p JOIN staff_user u ON u.id = p.user_id
    WHERE p.hash = ${hashOfToken(token)} AND p.expires_at > ${now}`;

/** The same, held until the transaction ends. */
export const lockPending = (
  sql: Sql,
  token: string,
  now: Date,
): Promise<PendingSignIn | undefined> =>
  sql.maybe<PendingSignIn>`
    SELECT * FROM pending_sign_in WHERE hash = ${hashOfToken(token)} AND expires_at > ${now}
    FOR UPDATE`;

/** Counts a wrong answer; with the last that there may be the sign-in is over. R-585 */
export async function countWrong(sql: Sql, hash: Buffer, most: number): Promise<void> {
  await sql.run`UPDATE pending_sign_in SET wrong = wrong + 1 WHERE hash = ${hash}`;
  await sql.run`DELETE FROM pending_sign_in WHERE hash = ${hash} AND wrong >= ${most}`;
}

export async function endPending(sql: Sql, hash: Buffer): Promise<void> {
  await sql.run`DELETE FROM pending_sign_in WHERE hash = ${hash}`;
}
