import type { SchoolStudent } from '@portal/contract/schools/school';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Student } from '@portal/proto/identity/v1/students';
import type { AppContext } from '../app-context.ts';
import { schoolStudentView } from '../schools/office-views.ts';

/**
 * Returns all students of the school that a student is in now; null without a school. The change of
 * a student is committed even if this read fails, so a failed read is null as well.
 */
export async function studentsOfSchool(
  { schoolId }: Student,
  by: CallOptions,
  { schools, log }: Pick<AppContext, 'schools' | 'log'>,
): Promise<SchoolStudent[] | null> {
  if (schoolId === undefined) return null;
  try {
    const { students } = await schools.office.listStudentsOfSchool(
      { schoolId },
      { ...by, key: null },
    );
    return students.map(schoolStudentView);
  } catch (error) {
    log.warn({ err: error, school: schoolId }, 'students of the school could not be read');
    return null;
  }
}
