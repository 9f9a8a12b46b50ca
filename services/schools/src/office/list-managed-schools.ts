import { scopeOf } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import type { Call } from '@portal/kit/commands/command';
import { listSchools } from '../schools/list-schools.ts';
import type { School } from '../schools/school.ts';
import { recordsOf, type SchoolRecord } from './school-record.ts';

/** Active schools by name, for a school admin the own one alone. */
async function seenSchools(
  call: Call,
  permission: Permission,
): Promise<(School & { cohortChoices: string[] })[]> {
  if (scopeOf(call.actor, permission) === 'any') return listSchools(call, []);
  const { schoolId } = call.actor;
  return schoolId === undefined ? [] : listSchools(call, [schoolId]);
}

/** Lists the schools that the caller manages, by name (C-A32). */
export const listManagedSchools = async (call: Call): Promise<SchoolRecord[]> =>
  recordsOf(call, await seenSchools(call, 'school.manage'));

/** The schools to choose from, by name (C-A35). */
export const listActiveSchools = async (call: Call): Promise<Pick<School, 'id' | 'name'>[]> =>
  (await seenSchools(call, 'active_school.list')).map(({ id, name }) => ({ id, name }));
