import { serviceActor } from '@portal/kit/auth/actor';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import { exams, students } from '../clients.ts';

/** Whom a mail about a registration goes to, and the exam it is about. */
export interface Addressee {
  firstName: string;
  email: string;
  exam: Exam;
}

/**
 * Asks identity for the address and catalog for the exam; null when there is no address to write
 * to.
 */
export async function addressee(studentId: number, examId: number): Promise<Addressee | null> {
  const to = await addresseeOfAll(studentId, [examId]);
  const exam = to?.exams.get(examId);
  return to && exam ? { firstName: to.firstName, email: to.email, exam } : null;
}

/**
 * As `addressee`, of a mail about several exams, by their ids; one that catalog does not know is
 * left out.
 */
export async function addresseeOfAll(
  studentId: number,
  examIds: readonly number[],
): Promise<(Omit<Addressee, 'exam'> & { exams: ReadonlyMap<number, Exam> }) | null> {
  const by = { actor: serviceActor('registration') };
  const [known, offered] = await Promise.all([
    students.listStudents({ ids: [studentId], limit: 1 }, by),
    exams.getExams({ ids: [...examIds] }, by),
  ]);
  const student = known.students[0];
  if (!student?.email) return null;
  return {
    firstName: student.firstName,
    email: student.email,
    exams: new Map(offered.exams.map((exam) => [exam.id, exam])),
  };
}
