import type { Call } from '@portal/kit/commands/command';
import { vendors } from '../../clients.ts';
import { assignmentsOf, makeRecord, type VendorAssignment } from '../../partners/coopersmith.ts';
import { orRefuse } from '../../partners/partner-refusal.ts';
import type { CourseRow } from './assignment-row.ts';

/**
 * Returns Coopersmith's id of the student, registering the student there if necessary; identity
 * stores the id. Throws coopersmith_failed.
 */
export async function cccIdOf(call: Call, row: CourseRow): Promise<string> {
  const { studentId } = row;
  const by = { actor: call.actor, requestId: call.requestId, origin: call.origin };
  const { cccId } = await vendors.getVendorIds({ studentId }, by);
  if (cccId !== undefined) return cccId;
  const made = await orRefuse(
    'coopersmith_failed',
    makeRecord({
      reference: `student-${studentId}`,
      firstName: row.firstName ?? '',
      lastName: row.lastName ?? '',
      // the vendor wants an address; this one leads nowhere
      email: row.email ?? `student-${studentId}@students.invalid`,
    }),
  );
  return (
    await vendors.keepCccId({ studentId, cccId: made }, { ...by, key: `ccc-id:${studentId}` })
  ).cccId;
}

/** Returns the assignments of a registration from the vendor. Throws coopersmith_failed. */
export async function vendorAssignments(call: Call, row: CourseRow): Promise<VendorAssignment[]> {
  const cccId = await cccIdOf(call, row);
  const course = {
    reference: `registration-${row.id}`,
    courseCode: row.secularNumber ?? '',
    subject: row.subject ?? '',
    credits: row.credits ?? 0,
  };
  return orRefuse('coopersmith_failed', assignmentsOf(cccId, course));
}
