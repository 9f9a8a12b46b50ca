import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';

/**
 * Deletes expired data: old failed tries, used bot proofs, tokens a month after their end, sign-ins
 * that waited for a second step, remembered devices, opened things of more than 30 days ago, and
 * the papers of accommodations two years after their last day, or after they were refused or ended.
 * An index finds each by a time that does not change during the search.
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
      await db.run`DELETE FROM pending_sign_in WHERE expires_at < statement_timestamp()`;
      await db.run`DELETE FROM factor_setup WHERE expires_at < statement_timestamp()`;
      await db.run`DELETE FROM remembered_device WHERE expires_at < statement_timestamp()`;
      await db.run`
        DELETE FROM opened_thing WHERE opened_at < statement_timestamp() - interval '30 days'`;
      // R-550; in New York's days, give or take one
      await db.run`
        DELETE FROM accommodation_document WHERE accommodation_id IN (
          SELECT id FROM accommodation
          WHERE valid_until < statement_timestamp()::date - interval '2 years'
          UNION ALL
          SELECT id FROM accommodation
          WHERE over_at < statement_timestamp() - interval '2 years')`;
    },
  };
}
