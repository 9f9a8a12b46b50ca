import { plusSeconds } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/command';
import type { Sql } from '@portal/kit/database';
import { type FieldError, invalid, tooMany } from '@portal/kit/errors';
import { InviteSent } from '@portal/proto/identity/v1/events';
import { isCollegeOpen } from '../colleges/list-colleges.ts';
import { isEmail } from '../students/check-form.ts';
import { listStudentsOfEmail } from '../students/find-students.ts';
import { NON_MEMBER } from '../students/form-of-source.ts';
import { briefOf, type StudentBrief } from '../students/student-brief.ts';
import { inviteLetter } from './invite-letter.ts';
import { insertInvite } from './store.ts';

const LIFE_SECONDS = 30 * 86_400;
const MOST_AN_HOUR = 20;

export interface SendInvite {
  firstName: string;
  email: string;
  collegeId: number;
  /** The seminary student whom the sign-up is to be linked with. */
  seminaryStudentId: number | null;
}

/**
 * Invites a non-member for 30 days by a mail with a link; a newer invitation ends the older one. Gives the students who have the address
 * already: then nothing is sent (C-S18, C-A16; ). Refuses with invalid, or with too_many_tries after 20 an hour by one person.
 */
export async function sendInvite(call: Call, { firstName, email, ...more }: SendInvite): Promise<{ existing: StudentBrief[] }> {
  const wish = { ...more, firstName: firstName.trim(), email: email.trim() };
  const errors: FieldError[] = [];
  if (!/^[^\p{Cc}]{1,100}$/u.test(wish.firstName)) errors.push({ path: 'firstName', message: 'First name invalid' });
  if (!isEmail(wish.email)) errors.push({ path: 'email', message: 'Email invalid' });
  if (!(await isCollegeOpen(call.db, wish.collegeId))) errors.push({ path: 'collegeId', message: 'College invalid' });
  const [first, ...others] = errors;
  if (first) throw invalid(first, ...others);
  return send(call, wish);
}

const send = command('sendInvite', async (tx: Tx, wish: SendInvite) => {
  const existing = await listStudentsOfEmail(tx, wish.email);
  if (existing.length > 0) return { existing: existing.map(briefOf) };

  const { now, actor } = tx;
  await oneAtATime(tx, `invites of ${actor.id}`);
  await refuseTooMany(tx, actor.id, now);
  await oneAtATime(tx, `invite to ${wish.email.toLowerCase()}`);
  const membershipTypeId = NON_MEMBER;
  const id = await insertInvite(tx, { ...wish, membershipTypeId, invitedBy: actor.id, expiresAt: plusSeconds(now, LIFE_SECONDS) }, now);
  tx.mail(inviteLetter({ id, ...wish, membershipTypeId }));
  tx.emit(InviteSent, { inviteId: id, collegeId: wish.collegeId });
  tx.audit({ op: 'insert', table: 'invite', id, change: { collegeId: wish.collegeId } });
  return { existing: [] };
});

/** Lets the transactions that want the same thing pass one after the other; a person's own lock comes before that of an address. */
async function oneAtATime(sql: Sql, what: string): Promise<void> {
  await sql.run`SELECT pg_advisory_xact_lock(hashtextextended(${what}, 0))`;
}

async function refuseTooMany(sql: Sql, staffId: number, now: Date): Promise<void> {
  const recent = await sql.one<{ sent: number; oldest: Date | null }>`
    SELECT count(*)::int AS sent, min(created_at) AS oldest FROM invite WHERE invited_by = ${staffId} AND created_at > ${plusSeconds(now, -3600)}`;
  if (recent.sent < MOST_AN_HOUR || recent.oldest === null) return;
  const waitMs = plusSeconds(recent.oldest, 3600).getTime() - now.getTime();
  throw tooMany('too_many_tries', 'Too many tries. Please try again later.', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}
