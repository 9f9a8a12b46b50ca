import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { openStudents, runsWithUnknown } from './run-store.ts';
import { workingOn, workStudent } from './work-student.ts';

/**
 * Finds out about charges that were unknown when their run ended: their registrations are finished
 * or dropped when it is known.
 */
export async function finishUnknown(db: Database, now: Date): Promise<void> {
  for (const { actor, ...run } of await runsWithUnknown(db)) {
    const call = { db, actor, key: null, now, requestId: `bulk-run:${run.id}` };
    await forEachIsolated(
      await openStudents(db, run.id, 'unknown'),
      ({ studentId }) => ({ run: run.id, studentId }),
      (student) => workStudent(workingOn(call, run), student, { waits: false }),
    );
  }
}

export function finishUnknownJob(db: Database): Job {
  return {
    name: 'finish unknown charges of bulk runs',
    everySeconds: 3,
    run: () => finishUnknown(db, steadyNow()),
  };
}
