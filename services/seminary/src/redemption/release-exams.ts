import type { Call } from '@portal/kit/commands/command';
import { getSeminaryStudent } from '../students/find-students.ts';
import type { SeminaryCourse, SeminaryStudentView } from '../students/records/seminary-student.ts';
import { discardExams } from './discard-exams.ts';
import { redeemExams } from './redeem-exams.ts';
import { listExams } from './store.ts';

/** What was decided about the exams of a seminary student, and how they stand now. */
export interface Released {
  message: string;
  courses: SeminaryCourse[];
  seminaryStudent: SeminaryStudentView;
}

/** Redeems the exams of a seminary student or discards them (C-A61), and refuses as these do. */
export async function releaseExams(
  call: Call,
  { seminaryStudentId, release }: { seminaryStudentId: number; release: boolean },
): Promise<Released> {
  const decide = release ? redeemExams : discardExams;
  const { message, examIds } = await decide(call, seminaryStudentId);
  const [seminaryStudent, exams] = await Promise.all([
    getSeminaryStudent(call, seminaryStudentId),
    listExams(call.db, seminaryStudentId),
  ]);
  const courses = exams.filter(
    ({ examId, takenDate }) => examIds.includes(examId) && (!release || takenDate !== null),
  );
  return { message, courses, seminaryStudent };
}
