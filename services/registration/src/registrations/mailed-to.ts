import { serviceActor } from '@portal/kit/actor';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import { exams, students } from '../clients.ts';

/** Whom a mail about a registration goes to, and the exam it is about. */
export interface Addressee {
  firstName: string;
  email: string;
  exam: Exam;
}

/** Asks identity for the address and catalog for the exam; null when there is no address to write to. */
export async function addressee(studentId: number, examId: number): Promise<Addressee | null> {
  const by = { actor: serviceActor('registration') };
  const [known, offered] = await Promise.all([
    students.listStudents({ ids: [studentId], limit: 1 }, by),
    exams.getExams({ ids: [examId] }, by),
  ]);
  const student = known.students[0];
  const exam = offered.exams[0];
  return student?.email && exam ? { firstName: student.firstName, email: student.email, exam } : null;
}
