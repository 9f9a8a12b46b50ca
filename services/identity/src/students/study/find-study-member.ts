import type { Call } from '@portal/kit/commands/command';
import { findStudentByTtiId, listStudentsOfEmail } from '../../records/students/find-students.ts';

export interface StudyMember {
  studentId?: number;
  collegeId?: number;
  isMember: boolean;
  /** Another student on record than this student of TTI has the address. */
  emailInUse: boolean;
}

/**
 * Returns the person who is this student of TTI, and whether another one here has the address
 * (R-313).
 */
export async function findStudyMember(
  { db }: Call,
  ttiStudentId: string,
  email: string | null,
): Promise<StudyMember> {
  const student = await findStudentByTtiId(db, ttiStudentId);
  const ofEmail = email === null ? [] : await listStudentsOfEmail(db, email);
  return {
    isMember: student?.isTtiMember ?? false,
    emailInUse: ofEmail.some(({ id }) => id !== student?.id),
    ...(student ? { studentId: student.id } : {}),
    ...(student?.collegeId ? { collegeId: student.collegeId } : {}),
  };
}
