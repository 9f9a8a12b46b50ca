import { serviceActor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import { students } from '../clients.ts';
import { readSchoolSession } from './store.ts';

/** A session of a school, and where the mails about it go. */
export interface MailedSchool {
  to: readonly string[];
  schoolName: string;
  startsAt: Date;
}

/** Null: it is not a session of a school, or the school has no recipient. */
export async function mailedSchool(sql: Sql, sessionId: number): Promise<MailedSchool | null> {
  const session = await readSchoolSession(sql, sessionId);
  if (session === undefined) return null;
  const { schoolId, ...rest } = session;
  const { email, emails } = await students.getSchoolAdmin(
    { schoolId },
    { actor: serviceActor('registration') },
  );
  // while identity is of the release before it names one alone
  const to = emails.length > 0 ? emails : [email].filter((one) => one !== undefined);
  return to.length > 0 ? { to, ...rest } : null;
}
