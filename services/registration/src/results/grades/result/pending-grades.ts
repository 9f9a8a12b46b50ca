import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { on } from '@portal/kit/events/inbox';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { AssignmentUploaded } from '@portal/proto/registration/v1/events';
import { lockRegistration } from '../../../records/registrations/changing/change-registration.ts';
import { applyGrades } from './apply-grades.ts';
import { resultRefusals } from './result-machine.ts';
import { listHeld } from './store.ts';

/**
 * Lets in the grade that waited for assignments, once they are all handed in; otherwise nothing.
 */
async function letHeldIn(tx: Tx, id: number): Promise<void> {
  const row = await lockRegistration(tx, id, null);
  if (resultRefusals.assignments_completed(row) === null)
    await applyGrades(tx, [{ row, event: { type: 'assignments_completed' } }]);
}

/** A file was handed in: perhaps the last one that a grade waited for. */
export const onAssignmentUploaded = on(AssignmentUploaded, {
  apply: (tx, { data }) => letHeldIn(tx, data.registrationId),
});

/** Grades whose assignments were found to be complete in another way than by an upload here. */
export async function applyPendingGrades(db: Database, now: Date): Promise<void> {
  const call: Pick<Call, 'db' | 'now' | 'requestId' | 'actor'> = {
    db,
    now,
    requestId: requestIdOrNew(),
    actor: serviceActor('registration'),
  };
  await forEachIsolated(
    await listHeld(db),
    (id) => ({ registration: id }),
    (id) => inTransaction(call, 'letHeldGradesIn', (tx) => letHeldIn(tx, id)),
  );
}

export const heldGradesJob = (db: Database): Job => ({
  name: 'let grades in that waited for assignments',
  everySeconds: 60,
  run: () => applyPendingGrades(db, steadyNow()),
});
