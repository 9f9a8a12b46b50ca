import { type Call, composeOnce } from '@portal/kit/commands/command';
import { composedOf, viewWith } from '../students/find-students.ts';
import type { SeminaryCourse, SeminaryStudentView } from '../students/records/seminary-student.ts';
import { discardExams } from './discard-exams.ts';
import { redeemExams } from './redeem-exams.ts';
import { listExams } from './store.ts';

/** The decision about the exams of a seminary student, and the student after it. */
export interface Released {
  message: string;
  courses: SeminaryCourse[];
  seminaryStudent: SeminaryStudentView;
}

/**
 * Redeems the exams of a seminary student or discards them (C-A61), and refuses as these do. A
 * replay gets the first response, independent of the current state at TAL and identity; the record
 * of a student whose exams are decided on no longer changes.
 */
export async function releaseExams(
  call: Call,
  input: { seminaryStudentId: number; release: boolean },
): Promise<Released> {
  const { seminaryStudentId, release } = input;
  const decide = release ? redeemExams : discardExams;
  const { message, examIds } = await decide(call, seminaryStudentId);
  const { courses, composed } = await composeOnce(call, {
    name: 'releaseExams.response',
    input,
    compose: async () => {
      const [exams, composedNow] = await Promise.all([
        listExams(call.db, seminaryStudentId),
        composedOf(call, seminaryStudentId),
      ]);
      const decided = exams.filter(
        ({ examId, takenDate }) => examIds.includes(examId) && (!release || takenDate !== null),
      );
      const courses = decided.map(({ id: _, talReference: __, ...course }) => course);
      return { courses, composed: composedNow };
    },
  });
  return { message, courses, seminaryStudent: await viewWith(call, seminaryStudentId, composed) };
}
