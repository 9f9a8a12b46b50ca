import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { isEmail } from '@portal/kit/person-fields';
import { emailHeldEmail, proveAddressEmail } from '../links/emails.ts';
import { issueToken } from '../links/tokens.ts';
import type { AccountRef } from '../records/account.ts';
import { isEmailHeld } from '../records/open-student-account.ts';
import { findAccount } from '../records/store.ts';
import { checkOwnPassword } from './own-password.ts';

interface EmailChange {
  studentId: number;
  email: string;
}

async function mailLink(tx: Tx, { studentId, email }: EmailChange): Promise<Record<string, never>> {
  const account: AccountRef = { kind: 'student', id: studentId };
  const person = await findAccount(tx, account);
  if (!person) return {};
  const token = await issueToken(tx, { account, type: 'email', mailedTo: email, now: tx.now });
  const emailFields = {
    account,
    tokenId: token.id,
    to: email,
    name: person.name,
    language: person.language,
  };
  // only the owner of the mailbox learns that it has an account already
  tx.mail(
    (await isEmailHeld(tx, email, studentId))
      ? emailHeldEmail(emailFields)
      : proveAddressEmail({ ...emailFields, secret: token.secret }),
  );
  tx.audit({
    op: 'action',
    table: 'student',
    id: studentId,
    studentId,
    change: { email: 'asked to be changed' },
  });
  return {};
}

/**
 * Mails a link to the new login address of a signed-in student who knows the password; nothing
 * changes before they open it. An older link of this kind ends. Refuses with invalid,
 * password_wrong or too_many_tries.
 */
export async function requestEmailChange(
  call: Call,
  {
    studentId,
    currentPassword,
    email: typed,
  }: { studentId: number; currentPassword: string; email: string },
): Promise<void> {
  const email = typed.trim();
  if (!isEmail(email)) throw invalid({ path: 'email', message: 'Email invalid' });
  const login = await checkOwnPassword(call, studentId, currentPassword);
  if (login.email.toLowerCase() === email.toLowerCase())
    throw invalid({ path: 'email', message: 'This is the address you log in with.' });
  await command('requestEmailChange', mailLink)(call, { studentId, email });
}
