import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import type { Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { AssignmentUploaded } from '@portal/proto/registration/v1/events';
import { withProjections } from '../../projections/with-projections.ts';
import { openCourse, readCourse } from './assignment-row.ts';
import { keepAssignments, readAssignment } from './store.ts';
import { endHandIn, type Submission, takeUnrecordedSubmissions } from './submission-store.ts';
import { vendorAssignments } from './vendor-record.ts';

/** Seconds until a vendor that did not answer is requested again. */
const AGAIN_SECONDS = 30;
const CONCURRENCY = 20;

/**
 * Reads the student's files from the vendor and records them; announces a file that the portal has
 * not recorded as uploaded.
 */
async function recordVendorFiles(
  call: Call,
  {
    id,
    registrationId,
    studentId,
    studentAssignmentId,
    fileName,
  }: Submission & { studentId: number },
) {
  const wanted = { registrationId, studentId };
  const list = await withProjections(call, async () =>
    vendorAssignments(call, await readCourse(call.db, wanted)),
  );
  const hasFile = list.some(
    (one) => one.studentAssignmentId === studentAssignmentId && one.uploaded,
  );
  await inTransaction(call, 'noteLeftHandIn', async (tx) => {
    const row = await openCourse(tx, wanted);
    if (!(await endHandIn(tx, id))) return;
    const isNews = hasFile && !(await readAssignment(tx, row.id, studentAssignmentId))?.isUploaded;
    await keepAssignments(
      tx,
      row.id,
      list,
      isNews ? { studentAssignmentId, name: fileName } : null,
      tx.now,
    );
    if (!isNews) return;
    tx.emit(AssignmentUploaded, {
      registrationId,
      studentId,
      examId: row.examId,
      studentAssignmentId,
    });
    tx.audit({
      op: 'action',
      table: 'registration',
      id: registrationId,
      studentId,
      change: { assignment: studentAssignmentId, found: true },
    });
  });
}

/**
 * Reconciles files whose upload ended without an answer, here or at the vendor: until then the exam
 * cannot be cancelled. Submissions that the vendor does not answer for stay and are retried.
 */
export async function reconcileSubmissions(db: Database, now: Date): Promise<void> {
  const left = await takeUnrecordedSubmissions(
    db,
    now,
    new Date(now.getTime() + AGAIN_SECONDS * 1000),
    CONCURRENCY,
  );
  const call: Call = {
    db,
    now,
    key: null,
    requestId: requestIdOrNew(),
    actor: serviceActor('registration'),
  };
  await Promise.all(
    left.map(async (one) => {
      try {
        await recordVendorFiles(call, one);
      } catch (error) {
        const { id, registrationId } = one;
        // a registration that is no longer the student's has nothing to record
        if (error instanceof DomainError && !error.isTransient) await endHandIn(db, id);
        else
          log.warn(
            { err: error, registrationId },
            'cannot tell whether a file was submitted, will be retried',
          );
      }
    }),
  );
}

export const reconcileSubmissionsJob = (db: Database): Job => ({
  name: 'find out about files that were handed in',
  everySeconds: 5,
  run: () => reconcileSubmissions(db, steadyNow()),
});
