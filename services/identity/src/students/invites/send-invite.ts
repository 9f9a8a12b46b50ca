import { isName, withCharacter } from '@portal/access/text/person-rules';
import { plusSeconds } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { type FieldError, invalid } from '@portal/kit/errors';
import { secretToken } from '@portal/kit/ids';
import { isEmail } from '@portal/kit/person-fields';
import { InviteSent } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { isCollegeOpen } from '../../records/colleges/list-colleges.ts';
import { listStudentsById, listStudentsOfEmail } from '../../records/students/find-students.ts';
import { briefOf, type StudentBrief } from '../../records/students/student-brief.ts';
import { hashOfToken } from '../../secrets.ts';
import { NON_MEMBER } from '../form/form-of-source.ts';
import { inviteEmail } from './invite-email.ts';
import { insertInvite } from './store.ts';

const LIFE_SECONDS = 30 * 86_400;
const MAX_PER_HOUR = 20;

export interface SendInvite {
  firstName: string;
  email: string;
  collegeId: number;
  /** The seminary student to link with the sign-up. */
  seminaryStudentId: number | null;
}

/**
 * Invites a non-member for 30 days by a mail with a secret link; a newer invitation ends the older
 * one. Gives the students who have the address already: then nothing is sent (C-S18, C-A16; R-031,
 * Refuses with invalid, or with too_many_tries after 20 an hour by one person.
 */
export async function sendInvite(
  call: Call,
  { firstName, email, ...more }: SendInvite,
): Promise<{ existing: StudentBrief[] }> {
  const wish = { ...more, firstName: firstName.trim().normalize('NFC'), email: email.trim() };
  const errors: FieldError[] = [];
  if (!isName(wish.firstName))
    errors.push({
      path: 'firstName',
      message: withCharacter('First name invalid', wish.firstName, isName),
    });
  if (!isEmail(wish.email)) errors.push({ path: 'email', message: 'Email invalid' });
  if (!(await isCollegeOpen(call.db, wish.collegeId)))
    errors.push({ path: 'collegeId', message: 'College invalid' });
  const [first, ...others] = errors;
  if (first) throw invalid(first, ...others);
  const { existingIds } = await send(call, wish);
  const existing = await listStudentsById(call.db, existingIds);
  return { existing: existing.map(briefOf) };
}

/**
 * The answer is kept under its key, so it holds ids alone: everything else of a student is read
 * where it is kept.
 */
const send = command(
  'sendInvite',
  async (tx: Tx, wish: SendInvite): Promise<{ existingIds: number[] }> => {
    const existing = await listStudentsOfEmail(tx, wish.email);
    if (existing.length > 0) return { existingIds: existing.map(({ id }) => id) };

    const { now, actor } = tx;
    await oneAtATime(tx, `invites of ${actor.id}`);
    await refuseTooMany(tx, actor.id, now);
    await oneAtATime(tx, `invite to ${wish.email.toLowerCase()}`);
    const membershipTypeId = NON_MEMBER;
    const secret = secretToken();
    const terms = {
      ...wish,
      membershipTypeId,
      invitedBy: actor.id,
      expiresAt: plusSeconds(now, LIFE_SECONDS),
    };
    const id = await insertInvite(tx, { ...terms, secretHash: hashOfToken(secret) }, now);
    tx.mail(inviteEmail({ id, ...wish, membershipTypeId, secret }));
    tx.emit(InviteSent, { inviteId: id, collegeId: wish.collegeId });
    tx.audit({ op: 'insert', table: 'invite', id, change: { collegeId: wish.collegeId } });
    return { existingIds: [] };
  },
);

/**
 * Lets the transactions that want the same thing pass one after the other; a person's own lock
 * comes before that of an address.
 */
async function oneAtATime(sql: Sql, what: string): Promise<void> {
  await sql.run`SELECT pg_advisory_xact_lock(hashtextextended(${what}, 0))`;
}

async function refuseTooMany(sql: Sql, staffId: number, now: Date): Promise<void> {
  const recent = await sql.one<{ sent: number; oldest: Date | null }>`
    SELECT count(*)::int AS sent, min(created_at) AS oldest FROM invite
    WHERE invited_by = ${staffId} AND created_at > ${plusSeconds(now, -3600)}`;
  if (recent.sent < MAX_PER_HOUR || recent.oldest === null) return;
  const waitMs = plusSeconds(recent.oldest, 3600).getTime() - now.getTime();
  throw domainError('too_many_tries', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}
