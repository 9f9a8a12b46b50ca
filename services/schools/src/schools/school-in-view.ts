import { canAtSchool, scopeOf } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import type { Actor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { listSchools } from './list-schools.ts';
import type { School } from './school.ts';

export const schoolNotFound = () => domainError('school_not_found');

/**
 * Returns the school that a caller means: a school admin has the school of the account, and all
 * others do not exist for them. Refuses with school_not_found, or invalid where none is named.
 *
 */
export function schoolIdInView(actor: Actor, permission: Permission, named: number | null): number {
  const isBound = scopeOf(actor, permission) === 'own_school';
  const schoolId = named ?? (isBound ? (actor.schoolId ?? null) : null);
  if (schoolId === null) {
    if (isBound) throw schoolNotFound();
    throw invalid({ path: 'schoolId', message: 'Required' });
  }
  if (!canAtSchool(actor, permission, schoolId)) throw schoolNotFound();
  return schoolId;
}

/** The same with the school's record. */
export async function schoolInView(
  call: Call,
  permission: Permission,
  named: number | null,
): Promise<School & { cohortChoices: string[] }> {
  const [school] = await listSchools(call, [schoolIdInView(call.actor, permission, named)]);
  if (school === undefined) throw schoolNotFound();
  return school;
}
