import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import { returnUnspentCredits } from './return-unspent-credits.ts';
import { dropExpiredPending, listToGiveBack } from './store.ts';

/**
 * Closes registrations that got no credits within five minutes, and returns the credits spent for
 * a registration that failed.
 */
export async function expirePendingRegistrations(db: Database, now: Date): Promise<void> {
  const dropped = await dropExpiredPending(db, now);
  if (dropped.length > 0) log.warn({ registrations: dropped }, 'expired pending registrations');
  await forEachIsolated(
    await listToGiveBack(db, now),
    ({ id }) => ({ registration: id }),
    (registration) => returnUnspentCredits(db, registration, now),
  );
}

export function expirePendingRegistrationsJob(db: Database): Job {
  return {
    name: 'close half-made registrations',
    everySeconds: 5,
    run: () => expirePendingRegistrations(db, steadyNow()),
  };
}
