import { canAtSchool } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../../../errors.ts';
import { findImport, type StudentImport } from './import-store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An import that this person may see. Refuses with import_not_found. */
export async function importInView({ db, actor }: Call, id: string): Promise<StudentImport> {
  const found = UUID.test(id) ? await findImport(db, id) : undefined;
  if (found === undefined || !canAtSchool(actor, 'student_import.run', found.schoolId))
    throw domainError('import_not_found');
  return found;
}
