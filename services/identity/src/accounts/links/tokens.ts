import { plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import { secretToken, uuidv7 } from '@portal/kit/ids';
import type * as tables from '../../../prisma/tables.ts';
import { hashOfToken } from '../../secrets.ts';
import type { AccountRef, TokenType } from '../records/account.ts';
import { lockAccount } from '../records/store.ts';

/**
 * How long a link lives: 72 hours to create a password, 60 minutes to reset it, a day to
 * prove another address.
 */
const LIFE_SECONDS: Record<TokenType, number> = {
  create: 72 * 3600,
  reset: 3600,
  email: 24 * 3600,
};

export interface Token extends Pick<tables.Token, 'id' | 'hash' | 'mailedTo'> {
  type: TokenType;
}

const columns = ({ kind, id }: AccountRef) => ({
  studentId: kind === 'student' ? id : null,
  staffUserId: kind === 'staff' ? id : null,
});

/**
 * Makes a token and ends the older one of its type. The secret goes into a mail and nowhere
 * else.
 */
export async function issueToken(
  sql: Sql,
  {
    account,
    type,
    mailedTo,
    now,
  }: { account: AccountRef; type: TokenType; mailedTo: string; now: Date },
): Promise<{ id: string; secret: string }> {
  await lockAccount(sql, account);
  const { studentId, staffUserId } = columns(account);
  const [id, secret] = [uuidv7(), secretToken()];
  await sql.run`
    UPDATE token SET replaced_at = ${now}
    WHERE (student_id = ${studentId}::bigint OR staff_user_id = ${staffUserId}::bigint)
      AND type = ${type} AND num_nonnulls(used_at, replaced_at, revoked_at) = 0`;
  await sql.run`
    INSERT INTO token (id, student_id, staff_user_id, type, hash, mailed_to, created_at, expires_at)
    VALUES (${id}, ${studentId}, ${staffUserId}, ${type}, ${hashOfToken(secret)}, ${mailedTo},
      ${now}, ${plusSeconds(now, LIFE_SECONDS[type])})`;
  return { id, secret };
}

/**
 * The token of this account with this hash, while it is good: neither used, replaced nor revoked,
 * and its life not over.
 */
export async function findGoodToken(
  sql: Sql,
  account: AccountRef,
  hash: Buffer,
  now: Date,
): Promise<Token | undefined> {
  const { studentId, staffUserId } = columns(account);
  return sql.maybe<Token>`
    SELECT id, type, hash, mailed_to FROM token
    WHERE hash = ${hash} AND (student_id = ${studentId}::bigint
      OR staff_user_id = ${staffUserId}::bigint)
      AND num_nonnulls(used_at, replaced_at, revoked_at) = 0 AND expires_at > ${now}`;
}

/** Uses a token up, once: of two who try, one gets false. */
export async function consumeToken(sql: Sql, id: string, now: Date): Promise<boolean> {
  const used = await sql.run`
    UPDATE token SET used_at = ${now}
    WHERE id = ${id} AND num_nonnulls(used_at, replaced_at, revoked_at) = 0
      AND expires_at > ${now}`;
  return used > 0;
}

/** Ends every open token of an account, because its password or address changed. */
export async function revokeTokens(sql: Sql, account: AccountRef, now: Date): Promise<void> {
  const { studentId, staffUserId } = columns(account);
  await sql.run`
    UPDATE token SET revoked_at = ${now}
    WHERE (student_id = ${studentId}::bigint OR staff_user_id = ${staffUserId}::bigint)
      AND num_nonnulls(used_at, replaced_at, revoked_at) = 0`;
}
