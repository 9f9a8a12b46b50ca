import type { CallOptions } from '@portal/kit/grpc/client';
import { personalData } from '../../clients.ts';
import type { Student } from '../../records/students/student.ts';

/** The combined statements of all owners about blanking a student. */
export interface BlankingObstacles {
  /** A sentence for each thing that is in the way. */
  reasons: string[];
  credits: number;
}

/** Asks each owner for its obstacles to blanking a student. R-589 */
export async function askOwners(
  { id: studentId, ttiStudentId }: Pick<Student, 'id' | 'ttiStudentId'>,
  by: CallOptions,
): Promise<BlankingObstacles> {
  const about = { studentId, ttiStudentId: ttiStudentId ?? '' };
  const request = { ...by, key: null };
  const answers = await Promise.all(
    Object.values(personalData).map((owner) => owner.checkBlanking(about, request)),
  );
  return {
    reasons: answers.flatMap(({ reasons }) => reasons),
    credits: answers.reduce((sum, { credits }) => sum + credits, 0),
  };
}
