import { canAtSchool, scopeOf } from '@portal/access/can';
import { notAllowed } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { schoolOnRecord } from '../school-on-record.ts';

/** A school that students are added to. */
export interface SchoolOfImport {
  id: number;
  name: string;
  cohortChoices: string[];
}

/**
 * The school that somebody may bring students to. Refuses a school admin with school_not_found at
 * another school and with forbidden where the students are members; with invalid a school
 * that is none.
 */
export async function schoolOfImport(call: Call, schoolId: number): Promise<SchoolOfImport> {
  const { actor } = call;
  if (!canAtSchool(actor, 'student_import.run', schoolId)) throw domainError('school_not_found');
  const { id, name, cohortChoices, studentsAreMembers } = await schoolOnRecord(call, schoolId);
  if (studentsAreMembers && scopeOf(actor, 'student_import.run') === 'own_school')
    throw notAllowed();
  return { id, name, cohortChoices };
}
