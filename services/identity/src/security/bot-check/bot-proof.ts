import { createHash } from 'node:crypto';
import { plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import { sign, verified } from '../../secrets.ts';

const LIFE_SECONDS = 600;

/**
 * A proof that the bot check was passed, good for one save or one miss within 10 minutes.
 * One token makes one proof, however often it is shown.
 */
export function botProof(recaptchaToken: string, now: Date): string {
  const id = createHash('sha256').update(recaptchaToken).digest('hex').slice(0, 32);
  return sign('bot proof', { id, exp: plusSeconds(now, LIFE_SECONDS).getTime() });
}

/**
 * Returns the id of a proof. Refuses with bot_check_needed when it is missing, forged or too old.
 */
export function idOfBotProof(proof: string | null, now: Date): string {
  const data =
    proof === null ? null : (verified('bot proof', proof) as { id: string; exp: number } | null);
  if (data === null || data.exp <= now.getTime()) throw botCheckNeeded();
  return data.id;
}

/**
 * Uses a proof up in the transaction of the save. Refuses with bot_check_needed when it was used
 * before.
 */
export async function consumeBotProof(sql: Sql, id: string, now: Date): Promise<void> {
  const isNew = await sql.run`
      INSERT INTO used_bot_proof (id, used_at) VALUES (${id}, ${now}) ON CONFLICT DO NOTHING`;
  if (isNew === 0) throw botCheckNeeded();
}

/** Takes back that a proof was used, in the same transaction: it is good for another time. */
export async function releaseBotProof(sql: Sql, id: string): Promise<void> {
  await sql.run`DELETE FROM used_bot_proof WHERE id = ${id}`;
}

export const botCheckNeeded = (): DomainError => domainError('bot_check_needed');
