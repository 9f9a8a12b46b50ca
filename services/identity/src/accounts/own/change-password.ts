import { type Call, commandWithPrefetch } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { uuidv7 } from '@portal/kit/ids';
import { PasswordChanged } from '@portal/proto/identity/v1/events';
import { blindHash } from '../../secrets.ts';
import { passwordChangedEmail } from '../links/emails.ts';
import { revokeTokens } from '../links/tokens.ts';
import { hashPassword } from '../passwords/password.ts';
import { isGoodPassword } from '../passwords/password-rule.ts';
import type { AccountRef } from '../records/account.ts';
import { findAccount, lockAccount } from '../records/store.ts';
import { checkOwnPassword, findOwnLogin, passwordWrong } from './own-password.ts';

/**
 * Sets another password for a student who is signed in and knows the current one; open links of the
 * account end. Of two who change it at once the second has the wrong current password. Refuses with
 * invalid, password_wrong or too_many_tries.
 */
export async function changeOwnPassword(
  call: Call,
  {
    studentId,
    currentPassword,
    password,
  }: { studentId: number; currentPassword: string; password: string },
): Promise<void> {
  if (!isGoodPassword(password)) throw invalid({ path: 'password', message: 'Password invalid' });
  const account: AccountRef = { kind: 'student', id: studentId };
  // checked before the command: in a replay the former password would no longer match
  const ask = async () => ({
    known: await checkOwnPassword(call, studentId, currentPassword),
    passwordHash: await hashPassword(password),
  });
  // the key's fingerprint must not be made of a bare password
  const input = { studentId, passwordMark: blindHash('password mark', password) };
  await commandWithPrefetch(
    call,
    { name: 'changeOwnPassword', input, ask },
    async (tx, { known, passwordHash }) => {
      await lockAccount(tx, account);
      const login = await findOwnLogin(tx, studentId);
      if (login?.passwordHash !== known.passwordHash) throw passwordWrong();
      await tx.run`
        UPDATE student_account SET password_hash = ${passwordHash}, password_set_at = ${tx.now}
        WHERE student_id = ${studentId}`;
      await revokeTokens(tx, account, tx.now);
      tx.emit(PasswordChanged, { accountKind: 'student', accountId: studentId });
      tx.audit({
        op: 'action',
        table: 'student',
        id: studentId,
        studentId,
        change: { password: 'set', by: 'current password' },
      });
      const person = await findAccount(tx, account);
      if (person)
        tx.mail(
          passwordChangedEmail({
            account,
            tokenId: uuidv7(),
            to: login.email,
            name: person.name,
            language: person.language,
            isBySignedIn: true,
          }),
        );
    },
  );
}
