import { createHash } from 'node:crypto';
import { plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database';
import { type DomainError, forbidden } from '@portal/kit/errors';
import { sign, verified } from '../secrets.ts';

const LIFE_SECONDS = 600;

/** A proof that the bot check was passed, good for one save within 10 minutes. One token makes one proof, however often it is shown. */
export function botProof(recaptchaToken: string, now: Date): string {
  const id = createHash('sha256').update(recaptchaToken).digest('hex').slice(0, 32);
  return sign('bot proof', { id, exp: plusSeconds(now, LIFE_SECONDS).getTime() });
}

/** Uses a proof up in the transaction of the save. Refuses with bot_check_needed when it is missing, forged, too old or was used. */
export async function consumeBotProof(sql: Sql, proof: string | null, now: Date): Promise<void> {
  const data = proof === null ? null : (verified('bot proof', proof) as { id: string; exp: number } | null);
  const isNew =
    data !== null &&
    data.exp > now.getTime() &&
    (await sql.run`INSERT INTO used_bot_proof (id, used_at) VALUES (${data.id}, ${now}) ON CONFLICT DO NOTHING`) > 0;
  if (!isNew) throw botCheckNeeded();
}

const botCheckNeeded = (): DomainError => forbidden('bot_check_needed', 'Please confirm that you are not a robot.');
