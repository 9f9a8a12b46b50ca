import type { Job } from '@portal/kit/commands/jobs';
import type { Database } from '@portal/kit/database/database';

/**
 * Drops what nobody asks for any more: old failed tries, used bot proofs, and tokens a month after
 * their end. An index finds them by a time that stays the same while it looks.
 */
export function forgetJob(db: Database): Job {
  return {
    name: 'forget tries and tokens',
    everySeconds: 3600,
    async run() {
      await db.run`DELETE FROM failed_try WHERE last_at < statement_timestamp() - interval '1 day'`;
      await db.run`
        DELETE FROM used_bot_proof WHERE used_at < statement_timestamp() - interval '1 hour'`;
      await db.run`DELETE FROM token WHERE expires_at < statement_timestamp() - interval '30 days'`;
    },
  };
}
