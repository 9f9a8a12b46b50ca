import { dayInNewYork } from '@portal/kit/clock';
import type { Tx } from '@portal/kit/commands/command';
import { languageOf } from '@portal/kit/email/language';
import { messageOf } from '../students/accommodation-rules.ts';
import { findStudent } from '../students/find-students.ts';
import { accommodationEmail, type NewEnd } from './accommodation-email.ts';

/** Mails the accommodations in force from the first day on, or that none are, and the new ends. */
export async function mailStudent(
  tx: Tx,
  studentId: number,
  { id, version, from, newEnds }: { id: number; version: number; from: string; newEnds: NewEnd[] },
): Promise<void> {
  const student = await findStudent(tx, studentId);
  if (!student?.email) return;
  const today = dayInNewYork(tx.now);
  const day = from > today ? from : today;
  const sentence = messageOf(student.approvedAccommodations, day);
  const { email: to, firstName, language } = student;
  tx.mail(
    accommodationEmail({
      accommodationId: id,
      version,
      to,
      firstName,
      language: languageOf(language),
      outcome: sentence === null ? { endedOn: today } : { from: day, sentence },
      newEnds,
    }),
  );
}
