import type { Tx } from '@portal/kit/commands/command';
import { PasswordChanged, StudentChanged } from '@portal/proto/identity/v1/events';
import type * as tables from '../../../prisma/tables.ts';
import { touchStudent } from '../../records/students/touch-student.ts';
import { revokeTokens } from '../links/tokens.ts';

/**
 * Takes an address from an account that never confirmed it, for the owner of the mailbox: ends the
 * account's password, sessions and links, and no further mail about it goes there. The record stays
 * with its student, without a login; they can sign up again with an address of their own. Returns
 * the student who lost the address, or null. Call it only for a caller who followed a link that was
 * mailed to the address.
 */
export async function claimAddress(
  tx: Tx,
  email: string,
  claimant: number | null,
): Promise<number | null> {
  const lost = await tx.maybe<Pick<tables.StudentAccount, 'studentId'>>`
    DELETE FROM student_account
    WHERE lower(email) = lower(${email}) AND email_confirmed_at IS NULL
      AND student_id <> ${claimant ?? 0}
    RETURNING student_id`;
  if (!lost) return null;
  const { studentId } = lost;
  await tx.run`
    UPDATE student SET email = NULL WHERE id = ${studentId} AND lower(email) = lower(${email})`;
  const version = await touchStudent(tx, studentId, 'address claimed', tx.now);
  await revokeTokens(tx, { kind: 'student', id: studentId }, tx.now);
  tx.emit(PasswordChanged, { accountKind: 'student', accountId: studentId });
  tx.emit(StudentChanged, { studentId, version });
  tx.audit({
    op: 'action',
    table: 'student',
    id: studentId,
    studentId,
    change: { login: 'ended', by: 'owner of the address' },
  });
  return studentId;
}
