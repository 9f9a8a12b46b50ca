import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Passkey } from './passkeys.ts';

export type Factor = tables.StaffFactor;

/** Holds an account until the transaction ends: its factors are tried and changed one by one. */
export async function lockStaff(sql: Sql, userId: number): Promise<void> {
  await sql.run`SELECT 1 FROM staff_user WHERE id = ${userId} FOR NO KEY UPDATE`;
}

/** The factors of an account, the oldest first. */
export const listFactors = (sql: Sql, userId: number): Promise<Factor[]> =>
  sql.many<Factor>`SELECT * FROM staff_factor WHERE user_id = ${userId} ORDER BY id`;

interface NewFactor {
  userId: number;
  name: string;
  addedAt: Date;
}

export async function insertPasskey(
  sql: Sql,
  { userId, name, addedAt }: NewFactor,
  { credentialId, publicKey, signCount, transports }: Passkey,
): Promise<number> {
  const { id } = await sql.one<Pick<Factor, 'id'>>`
    INSERT INTO staff_factor (user_id, kind, name, added_at, credential_id, public_key, sign_count,
      transports)
    VALUES (${userId}, 'passkey', ${name}, ${addedAt}, ${credentialId}, ${publicKey},
      ${signCount}, ${transports})
    RETURNING id`;
  return id;
}

/** `secret`: sealed; `lastStep`: that of the code by which it was set up. */
export async function insertApp(
  sql: Sql,
  { userId, name, addedAt }: NewFactor,
  { secret, lastStep }: { secret: Buffer; lastStep: number | null },
): Promise<number> {
  const { id } = await sql.one<Pick<Factor, 'id'>>`
    INSERT INTO staff_factor (user_id, kind, name, added_at, secret, last_step)
    VALUES (${userId}, 'totp', ${name}, ${addedAt}, ${secret}, ${lastStep})
    RETURNING id`;
  return id;
}

/** Whether the code of this step is used now for the first time, and no newer one was. */
export async function useStep(
  sql: Sql,
  { id, step, now }: { id: number; step: number; now: Date },
): Promise<boolean> {
  const used = await sql.run`
    UPDATE staff_factor SET last_step = ${step}, last_used = ${now}
    WHERE id = ${id} AND (last_step IS NULL OR last_step < ${step})`;
  return used > 0;
}

export async function noteSignature(
  sql: Sql,
  { id, signCount, now }: { id: number; signCount: number; now: Date },
): Promise<void> {
  await sql.run`
    UPDATE staff_factor SET sign_count = ${signCount}, last_used = ${now} WHERE id = ${id}`;
}

export async function deleteFactor(sql: Sql, id: number): Promise<void> {
  await sql.run`DELETE FROM staff_factor WHERE id = ${id}`;
}

export async function deleteFactors(sql: Sql, userId: number): Promise<number> {
  return sql.run`DELETE FROM staff_factor WHERE user_id = ${userId}`;
}

/** Secrets of apps that another key than this sealed, a few at a time. */
export const listSealedOtherwise = (
  sql: Sql,
  keyName: Buffer,
): Promise<Pick<Factor, 'id' | 'userId' | 'secret'>[]> =>
  sql.many<Pick<Factor, 'id' | 'userId' | 'secret'>>`
    SELECT id, user_id, secret FROM staff_factor
    WHERE kind = 'totp' AND substring(secret FROM 1 FOR 4) <> ${keyName} ORDER BY id LIMIT 500`;

/** Replaces a secret by its newly sealed form, unless it has changed since it was read. */
export async function replaceSecret(
  sql: Sql,
  { id, before, after }: { id: number; before: Buffer; after: Buffer },
): Promise<void> {
  await sql.run`UPDATE staff_factor SET secret = ${after} WHERE id = ${id} AND secret = ${before}`;
}

export type FactorSetup = tables.FactorSetup;

/** Begins setting up a factor; replaces an earlier setup of the account. */
export async function keepSetup(sql: Sql, setup: FactorSetup): Promise<void> {
  await sql.run`
    INSERT INTO factor_setup (user_id, kind, name, challenge, secret, expires_at)
    VALUES (${setup.userId}, ${setup.kind}, ${setup.name}, ${setup.challenge}, ${setup.secret},
      ${setup.expiresAt})
    ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, name = excluded.name,
      challenge = excluded.challenge, secret = excluded.secret, expires_at = excluded.expires_at`;
}

export const findSetup = (sql: Sql, userId: number, now: Date): Promise<FactorSetup | undefined> =>
  sql.maybe<FactorSetup>`
    SELECT * FROM factor_setup WHERE user_id = ${userId} AND expires_at > ${now}`;

export async function endSetup(sql: Sql, userId: number): Promise<void> {
  await sql.run`DELETE FROM factor_setup WHERE user_id = ${userId}`;
}

/** Puts these hashes of codes in the place of all that the account had. */
export async function replaceCodes(sql: Sql, userId: number, hashes: Buffer[]): Promise<void> {
  await sql.run`DELETE FROM recovery_code WHERE user_id = ${userId}`;
  await sql.run`
    INSERT INTO recovery_code (user_id, hash) SELECT ${userId}, unnest(${hashes}::bytea[])`;
}

export async function countCodes(sql: Sql, userId: number): Promise<number> {
  const { left } = await sql.one<{ left: number }>`
    SELECT count(*)::integer AS left FROM recovery_code
    WHERE user_id = ${userId} AND used_at IS NULL`;
  return left;
}

/** Uses up a recovery code; returns whether it was an unused one of the account. */
export async function consumeCode(
  sql: Sql,
  { userId, hash, now }: { userId: number; hash: Buffer; now: Date },
): Promise<boolean> {
  const used = await sql.run`
    UPDATE recovery_code SET used_at = ${now}
    WHERE user_id = ${userId} AND hash = ${hash} AND used_at IS NULL`;
  return used > 0;
}
