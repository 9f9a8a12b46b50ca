import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { sessionsToRelease } from './places/hold-store.ts';
import { releaseHolds } from './seats.ts';

/** Releases every expired hold. */
export async function releaseOldHolds(db: Database, now: Date): Promise<void> {
  const call = { db, now, requestId: requestIdOrNew(), actor: serviceActor('registration') };
  await forEachIsolated(
    await sessionsToRelease(db, now),
    (session) => ({ session }),
    (session) => inTransaction(call, 'releaseHolds', (tx) => releaseHolds(tx, session)),
  );
}

export function releaseHoldsJob(db: Database): Job {
  return {
    name: 'release held seats',
    everySeconds: 1,
    run: () => releaseOldHolds(db, steadyNow()),
  };
}
