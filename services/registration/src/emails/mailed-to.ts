import { serviceActor } from '@portal/kit/auth/actor';
import { languageOf } from '@portal/kit/email/language';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import { exams, students } from '../clients.ts';
import type { MailReader } from './registration-emails.ts';

/** The recipient of an email. */
export interface Addressee extends MailReader {
  email: string;
}

const askingAs = { actor: serviceActor('registration') };

/** Reads a student's address from identity; null if the student has none. */
export async function addressOf(studentId: number): Promise<Addressee | null> {
  const known = await students.listStudents({ ids: [studentId], limit: 1 }, askingAs);
  const student = known.students[0];
  if (!student?.email) return null;
  const { firstName, email, language } = student;
  return { firstName, email, language: languageOf(language) };
}

/** Returns the same as `addressOf`, with the email's exam from catalog. */
export async function addressee(
  studentId: number,
  examId: number,
): Promise<(Addressee & { exam: Exam }) | null> {
  const [to, offered] = await Promise.all([
    addressOf(studentId),
    exams.getExams({ ids: [examId] }, askingAs),
  ]);
  const exam = offered.exams[0];
  return to && exam ? { ...to, exam } : null;
}
