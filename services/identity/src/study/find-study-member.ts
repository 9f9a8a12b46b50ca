import type { Call } from '@portal/kit/commands/command';
import { findStudentByTtiId, listStudentsOfEmail } from '../students/records/find-students.ts';

export interface StudyMember {
  studentId?: number;
  collegeId?: number;
  isMember: boolean;
  /** The address belongs to somebody on record who is not this student of TTI. */
  emailInUse: boolean;
}

/**
 * The person who is this student of TTI, and whether the address is somebody else's here.
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
