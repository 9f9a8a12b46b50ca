import type { Database } from '@portal/kit/database';
import type { Job } from '@portal/kit/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { releaseHolds, sessionsToRelease } from './hold-store.ts';

/** Gives back every seat whose ten minutes are over. */
export async function releaseOldHolds(db: Database, now: Date): Promise<void> {
  for (const sessionId of await sessionsToRelease(db, now)) await releaseHolds(db, sessionId, now);
}

export function releaseHoldsJob(db: Database): Job {
  return { name: 'release held seats', everySeconds: 1, run: () => releaseOldHolds(db, steadyNow()) };
}
