import { randomUUID } from 'node:crypto';
import type { Exam } from '@portal/contract/exams/exam';
import { uploadPaperExams } from '@portal/contract/exams/grades';
import type { Person } from '../people/person.ts';
import { aStudent, type SignedIn } from '../people/students.ts';
import { sql } from '../portal/databases.ts';
import { until } from '../portal/until.ts';
import { booked, examsThat, isPlain } from './registrations.ts';
import { aSession } from './sessions.ts';

/** An exam that was sat on paper at a branch, and whose papers are not back yet. */
export interface Sat extends SignedIn {
  readonly exam: Exam;
  readonly registrationId: number;
}

/** Lets a session have begun so many hours ago. */
const letHoursPass = (sessionId: number, hours: number) =>
  sql(
    'registration',
    `UPDATE session SET starts_at = now() - $2 * interval '1 hour' WHERE id = $1`,
    [sessionId, hours],
  );

/** A student who has sat an exam at a branch two days ago: a plain one unless said otherwise. */
export async function sat({
  holds = isPlain,
  ...about
}: NonNullable<Parameters<typeof aStudent>[0]> & {
  holds?: (exam: Exam) => boolean;
} = {}): Promise<Sat> {
  const [student, sessionId] = await Promise.all([aStudent({ credits: 12, ...about }), aSession()]);
  // one that a test has just made is in every catalogue soon
  const [found] = await until(
    () => examsThat(student.person, holds),
    (exams) => exams.length > 0,
  );
  const { exam, registrationId } = await booked(student.person, found as Exam, sessionId);
  await letHoursPass(sessionId, 48);
  return { ...student, exam, registrationId };
}

/** A batch as the office uploads it. */
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
