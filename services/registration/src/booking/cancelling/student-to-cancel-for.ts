import { canOn } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { findSubject } from '../../projections/find-subject.ts';
import { registrationOwner } from '../../records/registrations/reading/find-registration.ts';
import { registrationNotFound } from '../../records/registrations/state/registration-rules.ts';

/**
 * Returns the student of a registration that staff cancel without naming the student. Throws
 * registration_not_found also for a student whom the caller may not see, so that the id of a
 * registration tells nothing about other schools.
 */
export async function studentToCancelFor(call: Call, registrationId: number): Promise<number> {
  const studentId = await registrationOwner(call.db, registrationId);
  const subject = await findSubject(call, studentId);
  if (!canOn(call.actor, 'registration.cancel', subject)) throw registrationNotFound();
  return studentId;
}
