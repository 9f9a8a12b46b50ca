import { plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import { secretToken } from '@portal/kit/ids';
import type * as tables from '../../../prisma/tables.ts';
import { hashOfToken } from '../../secrets.ts';
import { REMEMBERED_SECONDS } from './factor-rules.ts';

/** Remembers a device of the account for 30 days; gives its id and token. R-586 */
export async function rememberDevice(
  sql: Sql,
  userId: number,
  now: Date,
): Promise<{ id: number; token: string }> {
  const token = secretToken();
  const { id } = await sql.one<Pick<tables.RememberedDevice, 'id'>>`
    INSERT INTO remembered_device (user_id, hash, added_at, expires_at)
    VALUES (${userId}, ${hashOfToken(token)}, ${now}, ${plusSeconds(now, REMEMBERED_SECONDS)})
    RETURNING id`;
  return { id, token };
}

/** The remembered device of the account that one of these tokens is of; null: none. */
export async function findDevice(
  sql: Sql,
  { userId, tokens, now }: { userId: number; tokens: readonly string[]; now: Date },
): Promise<number | null> {
  if (tokens.length === 0) return null;
  const found = await sql.maybe<Pick<tables.RememberedDevice, 'id'>>`
    SELECT id FROM remembered_device
    WHERE hash = ANY(${tokens.map(hashOfToken)}::bytea[]) AND user_id = ${userId}
      AND expires_at > ${now}
    LIMIT 1`;
  return found?.id ?? null;
}

/** The devices that the account is remembered on now. */
export async function listDevices(sql: Sql, userId: number, now: Date): Promise<number[]> {
  const found = await sql.many<Pick<tables.RememberedDevice, 'id'>>`
    SELECT id FROM remembered_device WHERE user_id = ${userId} AND expires_at > ${now}`;
  return found.map(({ id }) => id);
}

/** Forgets every device of the account. */
export async function forgetDevices(sql: Sql, userId: number): Promise<number> {
  return sql.run`DELETE FROM remembered_device WHERE user_id = ${userId}`;
}

/**
 * Ends, after a change of password, role or factors, remembered devices and sign-ins that wait for
 * their second step; sessions end elsewhere. R-586
 */
export async function endTrust(sql: Sql, userId: number): Promise<void> {
  await forgetDevices(sql, userId);
  await sql.run`DELETE FROM pending_sign_in WHERE user_id = ${userId}`;
}
