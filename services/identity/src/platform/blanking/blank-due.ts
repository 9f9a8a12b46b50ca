import { serviceActor } from '@portal/kit/auth/actor';
import type { Database } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import type { Job } from '@portal/kit/jobs/jobs';
import { newRequestId } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { blankProcess } from './blank-process.ts';
import { listDue } from './blanking-store.ts';

/** Begins due blankings; a begun process resumes without it. R-590 */
export async function blankDue(db: Database, now: Date): Promise<void> {
  for (const { id, studentId, blankOn } of await listDue(db, now)) {
    const call = {
      db,
      actor: serviceActor('identity', studentId),
      now,
      requestId: newRequestId(),
      // a postponed blanking begins again under its new key
      key: `${id}:${blankOn.getTime()}`,
    };
    try {
      await blankProcess.start(call, { blankingId: id, studentId, again: false });
    } catch (error) {
      // in the way, begun by another replica, or interrupted: it is tried again
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

export const blankDueJob = (db: Database): Job => ({
  name: 'blank people',
  everySeconds: 10,
  run: () => blankDue(db, steadyNow()),
});
