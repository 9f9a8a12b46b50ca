import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

export type OpenInvite = Pick<
  tables.Invite,
  'id' | 'membershipTypeId' | 'collegeId' | 'seminaryStudentId'
>;

/**
 * The open invitation with the secret of this hash, held until the transaction ends. The
 * address must be the one that it was mailed to, so who has the secret has read mail there.
 */
export const lockOpenInvite = (
  sql: Sql,
  { secretHash, email }: { secretHash: Buffer; email: string },
  now: Date,
): Promise<OpenInvite | undefined> =>
  sql.maybe<OpenInvite>`
    SELECT id, membership_type_id, college_id, seminary_student_id FROM invite
    WHERE secret_hash = ${secretHash} AND lower(email) = lower(${email})
      AND num_nonnulls(used_at, replaced_at) = 0 AND expires_at > ${now} FOR UPDATE`;

/** An invitation is used by the student it led to. */
export async function useInvite(sql: Sql, id: number, studentId: number, now: Date): Promise<void> {
  await sql.run`UPDATE invite SET used_at = ${now}, student_id = ${studentId} WHERE id = ${id}`;
}
