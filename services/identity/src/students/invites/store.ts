import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

export interface NewInvite {
  firstName: string;
  email: string;
  membershipTypeId: number;
  collegeId: number;
  seminaryStudentId: number | null;
  /** Staff user id. */
  invitedBy: number;
  expiresAt: Date;
  /** Of the secret in the mailed link. */
  secretHash: Buffer;
}

/** Writes an invitation and ends the open one to the same address; gives its id. */
export async function insertInvite(sql: Sql, invite: NewInvite, now: Date): Promise<number> {
  await sql.run`
    UPDATE invite SET replaced_at = ${now}
    WHERE lower(email) = lower(${invite.email}) AND num_nonnulls(used_at, replaced_at) = 0`;
  const { id } = await sql.one<Pick<tables.Invite, 'id'>>`
    INSERT INTO invite (email, first_name, membership_type_id, college_id, seminary_student_id,
      invited_by, created_at, expires_at, secret_hash)
    VALUES (${invite.email}, ${invite.firstName}, ${invite.membershipTypeId}, ${invite.collegeId},
      ${invite.seminaryStudentId}, ${invite.invitedBy}, ${now}, ${invite.expiresAt},
      ${invite.secretHash})
    RETURNING id`;
  return id;
}
