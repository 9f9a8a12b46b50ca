import { randomUUID } from 'node:crypto';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { examThat, feesPaid, isPlain, registered } from '../../exams/registrations.ts';
import { aStudent } from '../../people/students.ts';

/** Creates a student with a registration whose fees are paid. */
export async function ready(
  { credits = 8, ...about }: NonNullable<Parameters<typeof aStudent>[0]> = {},
  holds = isPlain,
) {
  const student = await aStudent({ credits, ...about });
  const { exam, registrationId } = await registered(
    student.person,
    await examThat(student.person, holds),
  );
  await feesPaid(student.person, exam);
  return { ...student, exam, registrationId };
}
/** Books a session for a registration, by default with a new key. */
export const book = (person: Person, registrationId: number, sessionId: number, key?: string) =>
  person.ask(scheduleSessionForRegistration, { registrationId, sessionId }, key ?? randomUUID());
/** Returns the free seats of a session. */
export const seatsLeft = async (sessionId: number): Promise<number | undefined> =>
  (
    await sql<{ seats_left: number }>(
      'registration',
      'SELECT seats_left FROM session WHERE id = $1',
      [sessionId],
    )
  )[0]?.seats_left;
