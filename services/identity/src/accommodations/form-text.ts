import { dayInNewYork } from '@portal/kit/clock';
import type { Call, Tx } from '@portal/kit/commands/command';
import { unavailable } from '@portal/kit/errors';
import { AccommodationChanged, StudentFileChanged } from '@portal/proto/identity/v1/events';
import { listAccommodations, writeFormText } from './accommodation-store.ts';
import { approvedOf, askNewEnds, isOutdated, type NewEnds } from './new-ends.ts';
import { tellStudent } from './tell-student.ts';

/** What the student form says of accommodations: both, or neither. */
export interface FormText {
  text: string | null;
  approvedBy: string | null;
}

/**
 * Which coming sessions end at another time once the text of the form counts in place of what was
 * made of it: none, unless that was made longer since.
 */
export async function newEndsByFormText(call: Call, studentId: number): Promise<NewEnds> {
  const rows = await listAccommodations(call.db, studentId);
  const before = approvedOf(rows);
  const isLonger = rows.some(
    ({ fromForm, inForce }) => fromForm && (inForce?.percent ?? inForce?.minutes ?? null) !== null,
  );
  if (!isLonger) return { before, ends: [] };
  const after = approvedOf(rows.filter(({ fromForm }) => !fromForm));
  return askNewEnds(call, studentId, { before, after });
}

/**
 * Makes the text of the form an approved accommodation, or ends the one that is there, for a student
 * whose file is held; others hear of it. With `newEnds`, as they were asked before, the
 * student does, too. Refuses as unavailable when something else was decided since.
 */
export async function noteFormText(
  tx: Tx,
  studentId: number,
  form: FormText,
  newEnds: NewEnds | null,
): Promise<void> {
  if (newEnds !== null && isOutdated(newEnds, await listAccommodations(tx, studentId)))
    throw unavailable();
  const today = dayInNewYork(tx.now);
  const written = await writeFormText(tx, studentId, { ...form, today }, tx.now);
  if (written === undefined) return;
  tx.emit(AccommodationChanged, { studentId, accommodationId: written.id });
  tx.emit(StudentFileChanged, { studentId });
  if (newEnds !== null)
    await tellStudent(tx, studentId, { ...written, from: today, newEnds: newEnds.ends });
}
