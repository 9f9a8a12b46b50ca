import { studentInView } from '@portal/kit/auth/actor';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { VendorAssignment } from '../../partners/coopersmith.ts';
import { withProjections } from '../../projections/with-projections.ts';
import { type CourseSelector, hasAssignments, openCourse, readCourse } from './assignment-row.ts';
import { noAssignments } from './assignment-rules.ts';
import { type Assignment, keepAssignments } from './store.ts';
import { vendorAssignments } from './vendor-record.ts';

export const toAssignment = (one: VendorAssignment): Assignment => ({
  studentAssignmentId: one.studentAssignmentId,
  name: one.name,
  description: one.description ?? null,
  uploaded: one.uploaded,
  uploadedAt: one.uploaded && one.uploadedAt ? new Date(one.uploadedAt) : null,
});

/** Stores the vendor's list. */
export const noteList = (
  call: Call,
  wanted: CourseSelector,
  list: readonly VendorAssignment[],
): Promise<void> =>
  inTransaction(call, 'noteAssignments', async (tx) => {
    const { id } = await openCourse(tx, wanted);
    await keepAssignments(tx, id, list, null, tx.now);
  });

/**
 * Returns the assignments of a registration from the vendor, in its order (C-S58), and records
 * which are submitted. Starts nothing. Throws registration_not_found, no_assignments or
 * coopersmith_failed.
 */
export function listAssignments(
  call: Call,
  request: { registrationId: number; examId: number },
): Promise<Assignment[]> {
  return withProjections(call, async () => {
    const wanted = { ...request, studentId: studentInView(call.actor) };
    const row = await readCourse(call.db, wanted);
    if (!hasAssignments(row)) throw noAssignments();
    const list = await vendorAssignments(call, row);
    await noteList(call, wanted, list);
    return list.map(toAssignment);
  });
}
