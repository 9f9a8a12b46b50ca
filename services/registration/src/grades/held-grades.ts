import { serviceActor } from '@portal/kit/actor';
import { type Call, inTransaction, type Tx } from '@portal/kit/command';
import type { Database } from '@portal/kit/database';
import { uuidv7 } from '@portal/kit/ids';
import { on } from '@portal/kit/inbox';
import { eachByItself, type Job } from '@portal/kit/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { AssignmentUploaded } from '@portal/proto/registration/v1/events';
import { openForChange } from '../registrations/change-registration.ts';
import { waitsForAssignments } from './grade.ts';
import { letGradesIn } from './let-grades-in.ts';
import { listHeld, readHeld } from './store.ts';

/** Lets in the grade that waited for assignments, once they are all handed in; otherwise nothing. */
async function letHeldIn(tx: Tx, id: number): Promise<void> {
  const [row, held] = [await openForChange(tx, id, null), await readHeld(tx, id)];
  if (row.status !== 'taken' || held === undefined || held.heldGradeComment === null || waitsForAssignments(row)) return;
  await letGradesIn(tx, [{ row, grade: { grade: held.heldGrade, comment: held.heldGradeComment } }]);
}

/** A file was handed in: perhaps the last one that a grade waited for. */
export const onAssignmentUploaded = on(AssignmentUploaded, {
  apply: (tx, { data }) => letHeldIn(tx, data.registrationId),
});

/** Grades whose assignments were found to be complete in another way than by an upload here. */
export async function letHeldGradesIn(db: Database, now: Date): Promise<void> {
  const call: Pick<Call, 'db' | 'now' | 'requestId' | 'actor'> = { db, now, requestId: uuidv7(), actor: serviceActor('registration') };
  await eachByItself(
    await listHeld(db),
    (id) => ({ registration: id }),
    (id) => inTransaction(call, 'letHeldGradesIn', (tx) => letHeldIn(tx, id)),
  );
}

export const heldGradesJob = (db: Database): Job => ({
  name: 'let grades in that waited for assignments',
  everySeconds: 60,
  run: () => letHeldGradesIn(db, steadyNow()),
});
