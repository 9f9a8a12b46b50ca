import { serviceActor } from '@portal/kit/auth/actor';
import type { FindSubject } from '@portal/kit/commands/authorize';
import type { Call } from '@portal/kit/commands/command';
import type { Student } from '@portal/proto/identity/v1/students';
import { students } from '../clients.ts';
import { domainError } from '../errors.ts';

/** A student as identity has them on record. Refuses with student_not_found. */
export async function findPerson(
  { requestId }: Pick<Call, 'requestId'>,
  studentId: number,
): Promise<Student> {
  const { students: found } = await students.listStudents(
    { ids: [studentId], limit: 1 },
    { actor: serviceActor('transcripts'), requestId },
  );
  const [person] = found;
  if (!person) throw domainError('student_not_found');
  return person;
}

/** The student whom staff act for, with the school. Refuses with student_not_found. */
export const findSubject: FindSubject = async (call, studentId) => {
  const { schoolId } = await findPerson(call, studentId);
  return { studentId, schoolId: schoolId ?? null };
};
