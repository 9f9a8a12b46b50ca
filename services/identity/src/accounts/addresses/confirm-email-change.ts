import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { PasswordChanged, StudentChanged } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { touchStudent } from '../../records/students/touch-student.ts';
import { hashOfToken } from '../../secrets.ts';
import { consumeToken, findGoodToken, revokeTokens } from '../links/tokens.ts';
import type { AccountRef } from '../records/account.ts';
import { isEmailHeld } from '../records/open-student-account.ts';
import { findAccount, lockAccount } from '../records/store.ts';
import { addressChangedEmails } from './address-changed-emails.ts';
import { claimAddress } from './claim-address.ts';
import { proveLogin } from './move-login.ts';

interface Done {
  email: string;
  /** The student whose account lost the address, which they had never confirmed. */
  lostBy: number | null;
}

/**
 * Gives a student's account the address to which the link was mailed, which proves it: ends older
 * links and every session, and mails the old and the new address. Refuses with token_invalid, or
 * email_taken when the address has another owner by now.
 */
export async function confirmEmailChange(
  call: Call,
  { studentId, token }: { studentId: number; token: string },
): Promise<Done> {
  const confirm = command('confirmEmailChange', work);
  const link = { studentId, tokenHash: hashOfToken(token).toString('base64url') };
  return confirm(call, link).catch((error) => {
    throw isDuplicate(error, 'student_account_email') ? emailTaken() : error;
  });
}

async function work(
  tx: Tx,
  { studentId, tokenHash }: { studentId: number; tokenHash: string },
): Promise<Done> {
  const account: AccountRef = { kind: 'student', id: studentId };
  await lockAccount(tx, account);
  const token = await findGoodToken(tx, account, Buffer.from(tokenHash, 'base64url'), tx.now);
  const person = await findAccount(tx, account);
  if (token?.type !== 'email' || !person) throw domainError('token_invalid');
  const email = token.mailedTo;
  if (await isEmailHeld(tx, email, studentId)) throw emailTaken();
  if (!(await consumeToken(tx, token.id, tx.now))) throw domainError('token_invalid');
  const lostBy = await claimAddress(tx, email, studentId);
  const from = await proveLogin(tx, studentId, email, tx.now);
  if (from === null) throw domainError('token_invalid'); // there is no login any more
  await tx.run`UPDATE student SET email = ${email} WHERE id = ${studentId}`;
  const version = await touchStudent(tx, studentId, 'student', tx.now);
  await revokeTokens(tx, account, tx.now);
  tx.emit(PasswordChanged, { accountKind: 'student', accountId: studentId });
  tx.emit(StudentChanged, { studentId, version });
  tx.audit({
    op: 'update',
    table: 'student',
    id: studentId,
    studentId,
    change: { email: [from, email] },
  });
  const change = {
    studentId,
    version,
    firstName: person.name,
    language: person.language,
    from,
    to: email,
    by: 'you' as const,
  };
  for (const notice of addressChangedEmails(change)) tx.mail(notice);
  return { email, lostBy };
}

const emailTaken = () =>
  domainError('email_taken', 'This email address is already in the JSE database.');
