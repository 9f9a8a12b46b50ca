import { serviceActor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { notFound } from '@portal/kit/errors';
import type { Student } from '@portal/proto/identity/v1/students';
import { students } from '../clients.ts';
import { domainError } from '../errors.ts';
import { listUnlinkedOfPair } from '../students/find-students.ts';
import { type Match, matchStudent } from '../students/matching/match-student.ts';
import type { SeminaryStudent } from '../students/records/seminary-student.ts';
import { findLinkedRecord } from './store.ts';

export const WRONG_STUDENT = domainError('wrong_student').detail;
const COMPARE =
  'Wrong student? The name in the JSE database is not the name in seminary testing. ' +
  'Please compare the two before you continue.';

/** The seminary student who is the student in view (C-A57). Refuses with student_not_found. */
export async function findMatch(
  call: Call,
): Promise<{ message: string | null; match: Match<SeminaryStudent> | null }> {
  const match = await matchOf(call, studentInView(call.actor));
  if (match === null) return { message: WRONG_STUDENT, match };
  return { message: match.isExact ? null : COMPARE, match };
}

/** The same by the id of the student on record. */
export async function matchOf(
  { db, requestId }: Pick<Call, 'db' | 'requestId'>,
  studentId: number,
): Promise<Match<SeminaryStudent> | null> {
  const student = await studentOnRecord(studentId, requestId);
  const unlinked = await listUnlinkedOfPair(db, student);
  // Read last: a student whom staff link between the reads is then in one of the two results.
  const linked = await findLinkedRecord(db, studentId);
  return matchStudent(student, linked, linked ? [] : unlinked);
}

async function studentOnRecord(studentId: number, requestId: string): Promise<Student> {
  const answer = await students.listStudents(
    { ids: [studentId], limit: 1 },
    { actor: serviceActor('seminary'), requestId },
  );
  const [student] = answer.students;
  if (!student) throw notFound('student_not_found', 'No student found');
  return student;
}
