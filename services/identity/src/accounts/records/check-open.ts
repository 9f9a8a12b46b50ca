import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { domainError } from '../../errors.ts';
import { isBarred } from '../../records/students/bar-rules.ts';
import type { AccountRef } from './account.ts';

/** Refuses sign-in to the account of a student who is barred from signing in. */
export function checkMaySignIn(
  { signInBarredUntil }: Pick<tables.Student, 'signInBarredUntil'>,
  now: Date,
): void {
  if (isBarred(signInBarredUntil, now)) throw domainError('account_closed');
}

/** The same of an account; those of staff are never barred. Refuses with account_closed. */
export async function checkAccountOpen(
  sql: Sql,
  { kind, id }: AccountRef,
  now: Date,
): Promise<void> {
  if (kind !== 'student') return;
  const student = await sql.maybe<Pick<tables.Student, 'signInBarredUntil'>>`
    SELECT sign_in_barred_until FROM student WHERE id = ${id}`;
  if (student) checkMaySignIn(student, now);
}
