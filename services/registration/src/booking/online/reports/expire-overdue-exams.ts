import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { openOnline } from '../sitting/online-row.ts';
import { listOverdueExams } from '../sitting/store.ts';
import { takeReport } from './take-report.ts';

/**
 * Closes begun exams 24 hours after their start, to be graded as they are (T-42). A resume that
 * locks first wins.
 */
export async function expireOverdueExams(db: Database, now: Date): Promise<void> {
  const actor = serviceActor('registration');
  const takeOne = (registrationId: number) =>
    inTransaction({ db, now, actor, requestId: requestIdOrNew() }, 'takeTimeOver', async (tx) => {
      await takeReport(tx, await openOnline(tx, { registrationId }), 'time_over', now);
    }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  await forEachIsolated(
    await listOverdueExams(db, now),
    (registration) => ({ registration }),
    takeOne,
  );
}

export const expireOverdueExamsJob = (db: Database): Job => ({
  name: 'close exams after 24 hours',
  everySeconds: 60,
  run: () => expireOverdueExams(db, steadyNow()),
});
