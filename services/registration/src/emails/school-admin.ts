import { serviceActor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import { students } from '../clients.ts';
import { readSchoolSession } from './store.ts';

/** A session of a school, and where the mail about it goes. */
export interface MailedSchool {
  to: string;
  schoolName: string;
  startsAt: Date;
}

/** Null: it is no session of a school, or nobody is to be written to. */
export async function mailedSchool(sql: Sql, sessionId: number): Promise<MailedSchool | null> {
  const session = await readSchoolSession(sql, sessionId);
  if (session === undefined) return null;
  const { schoolId, ...rest } = session;
  const { email } = await students.getSchoolAdmin(
    { schoolId },
    { actor: serviceActor('registration') },
  );
  return email ? { to: email, ...rest } : null;
}
