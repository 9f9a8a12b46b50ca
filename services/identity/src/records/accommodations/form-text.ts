import { dayInNewYork } from '@portal/kit/clock';
import type { Call, Tx } from '@portal/kit/commands/command';
import { unavailable } from '@portal/kit/errors';
import { AccommodationChanged, StudentFileChanged } from '@portal/proto/identity/v1/events';
import { listAccommodations, writeFormText } from './accommodation-store.ts';
import { mailStudent } from './mail-student.ts';
import { approvedOf, askNewEnds, isOutdated, type NewEnds } from './new-ends.ts';

/** The accommodations in the student form: text and approver, or neither. */
export interface FormText {
  text: string | null;
  approvedBy: string | null;
}

/**
 * Returns the coming sessions whose end changes once the text of the form replaces the
 * accommodation made of it: none, unless that one gave more time.
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
 * Makes the text of the form an approved accommodation, or ends the existing one, for a student
 * whose file is locked; announces the change. With `newEnds`, as computed before the
 * transaction, also mails the student. Refuses as unavailable when another decision came in
 * between.
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
    await mailStudent(tx, studentId, { ...written, from: today, newEnds: newEnds.ends });
}
