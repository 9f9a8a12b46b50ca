import { randomUUID } from 'node:crypto';
import type { Exam } from '@portal/contract/exams/exam';
import { uploadPaperExams } from '@portal/contract/exams/grades';
import { sql } from '../../portal/databases.ts';
import { until } from '../../portal/until.ts';
import type { Person } from '../../portal-user/person.ts';
import { aStudent, type SignedIn } from '../people/students.ts';
import { booked, examsThat, isPlain } from './registrations.ts';
import { aSession } from './sessions.ts';

/** A student who sat an exam on paper at a branch; the papers are not graded yet. */
export interface Sat extends SignedIn {
  readonly exam: Exam;
  readonly registrationId: number;
}

/** Sets the start of a session so many hours back. */
const letHoursPass = (sessionId: number, hours: number) =>
  sql(
    'registration',
    `UPDATE session SET starts_at = now() - $2 * interval '1 hour' WHERE id = $1`,
    [sessionId, hours],
  );

/** Creates a student who sat an exam at a branch two days ago; by default a plain one. */
export async function sat({
  holds = isPlain,
  ...about
}: NonNullable<Parameters<typeof aStudent>[0]> & {
  holds?: (exam: Exam) => boolean;
} = {}): Promise<Sat> {
  const [student, sessionId] = await Promise.all([aStudent({ credits: 12, ...about }), aSession()]);
  // an exam that a test has just added reaches the student's catalogue soon
  const [found] = await until(
    () => examsThat(student.person, holds),
    (exams) => exams.length > 0,
  );
  const { exam, registrationId } = await booked(student.person, found as Exam, sessionId);
  await letHoursPass(sessionId, 48);
  return { ...student, exam, registrationId };
}

/** Returns a batch as the office uploads it. */
export const batch = (text: string, name = 'batch.csv') => ({
  exam_papers_file: new File([text], name),
});

/** Uploads a table of grades. */
export const graded = (
  superAdmin: Person,
  rows: readonly { registrationId: number; grade?: string; comment?: string }[],
) =>
  superAdmin.do(
    uploadPaperExams,
    batch(
      [
        'registration_id,grade,grade_comment',
        ...rows.map((row) => `${row.registrationId},${row.grade ?? ''},${row.comment ?? ''}`),
      ].join('\n'),
    ) as object,
    randomUUID(),
  );
