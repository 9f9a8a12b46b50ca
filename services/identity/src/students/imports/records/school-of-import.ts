import { canAtSchool, scopeOf } from '@portal/access/can';
import { notAllowed } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../../../errors.ts';
import { schoolOnRecord } from '../../../school-on-record.ts';

/** A school that students are added to. */
export interface SchoolOfImport {
  id: number;
  name: string;
  cohortChoices: string[];
}

/**
 * Returns the school that the caller may bring students to. Refuses a school admin with
 * school_not_found at another school and with forbidden where the students are members;
 * refuses an unknown school with invalid.
 */
export async function schoolOfImport(call: Call, schoolId: number): Promise<SchoolOfImport> {
  const { actor } = call;
  if (!canAtSchool(actor, 'student_import.run', schoolId)) throw domainError('school_not_found');
  const { id, name, cohortChoices, studentsAreMembers } = await schoolOnRecord(call, schoolId);
  if (studentsAreMembers && scopeOf(actor, 'student_import.run') === 'own_school')
    throw notAllowed();
  return { id, name, cohortChoices };
}
