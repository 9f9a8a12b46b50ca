import type { Sql } from '@portal/kit/database';

export interface OpenInvite {
  id: number;
  membershipTypeId: number;
  collegeId: number;
  schoolId: number | null;
  seminaryStudentId: number | null;
}

/** The open invitation to an address, held until the transaction ends. */
export const lockOpenInvite = (sql: Sql, email: string, now: Date): Promise<OpenInvite | undefined> =>
  sql.maybe<OpenInvite>`
    SELECT id, membership_type_id, college_id, school_id, seminary_student_id FROM invite
    WHERE lower(email) = lower(${email}) AND num_nonnulls(used_at, replaced_at) = 0 AND expires_at > ${now} FOR UPDATE`;

/** An invitation is used by the student it led to. */
export async function useInvite(sql: Sql, id: number, studentId: number, now: Date): Promise<void> {
  await sql.run`UPDATE invite SET used_at = ${now}, student_id = ${studentId} WHERE id = ${id}`;
}
