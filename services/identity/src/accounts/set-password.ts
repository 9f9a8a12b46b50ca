import { type Call, command, type Tx } from '@portal/kit/command';
import { isDuplicate } from '@portal/kit/database';
import { conflict, type DomainError, forbidden, invalid } from '@portal/kit/errors';
import { PasswordChanged, StudentChanged } from '@portal/proto/identity/v1/events';
import { blindHash, hashOfToken } from '../secrets.ts';
import { limited, tokenSubject } from '../sign-in/tries.ts';
import { touchStudent } from '../students/touch-student.ts';
import type { AccountRef, TokenType } from './account.ts';
import { passwordChangedLetter } from './letters.ts';
import { openStudentAccount } from './open-student-account.ts';
import { hashPassword } from './password.ts';
import { isGoodPassword } from './password-rule.ts';
import { readProof } from './proof.ts';
import { findAccount, lockAccount } from './store.ts';
import { consumeToken, findGoodToken, revokeTokens, type Token } from './tokens.ts';

export interface SetPassword {
  account: AccountRef;
  password: string;
  type: TokenType | null;
  proof: string | null;
  token: string | null;
}

/**
 * Sets the password of a link's account and uses the link up (C-S08, C-S12; ). At type create the address that was mailed to
 * becomes the login. Refuses with invalid, proof_missing, email_taken or too_many_tries.
 */
export async function setPassword(call: Call, { account, password, type, proof, token }: SetPassword): Promise<void> {
  if (!isGoodPassword(password)) throw invalid({ path: 'password', message: 'Password invalid' });
  const work = async () => {
    const tokenHash = token === null ? hashOfProof(account, type, proof, call.now) : hashOfToken(token);
    const set = command('setPassword', async (tx: Tx, _fields: { account: AccountRef; tokenHash: string; passwordMark: string }) => {
      const good = await findGoodToken(tx, account, tokenHash, tx.now);
      if (!good || good.type !== type) throw linkIsOver();
      await store(tx, account, good, await hashPassword(password));
    });
    // the key's fingerprint must not be made of a bare password
    await set(call, { account, tokenHash: tokenHash.toString('base64url'), passwordMark: blindHash('password mark', password) });
  };
  try {
    await (token === null ? work() : limited(call, tokenSubject(account), work));
  } catch (error) {
    throw isDuplicate(error, 'student_account_email') ? conflict('email_taken', 'Please call the office.') : error;
  }
}

async function store(tx: Tx, account: AccountRef, token: Token, passwordHash: string): Promise<void> {
  const { kind, id } = account;
  const { now } = tx;
  await lockAccount(tx, account);
  if (!(await consumeToken(tx, token.id, now))) throw linkIsOver();
  if (kind === 'staff') await tx.run`UPDATE staff_user SET password_hash = ${passwordHash} WHERE id = ${id}`;
  else if (token.type === 'create') await createStudentAccount(tx, id, token.mailedTo, passwordHash);
  else {
    const changed =
      await tx.run`UPDATE student_account SET password_hash = ${passwordHash}, password_set_at = ${now} WHERE student_id = ${id}`;
    if (changed === 0) throw linkIsOver();
  }
  await revokeTokens(tx, account, now);

  tx.emit(PasswordChanged, { accountKind: kind, accountId: id });
  tx.audit({
    op: 'action',
    table: kind === 'staff' ? 'user' : 'student',
    id,
    change: { password: 'set', by: token.type },
    ...(kind === 'student' ? { studentId: id } : {}),
  });
  const known = await findAccount(tx, account);
  if (known?.email) tx.mail(passwordChangedLetter({ account, tokenId: token.id, to: known.email, name: known.name }));
}

async function createStudentAccount(tx: Tx, id: number, email: string, passwordHash: string): Promise<void> {
  const isNew = await openStudentAccount(tx, { id, email, passwordHash, now: tx.now });
  if (!isNew) throw linkIsOver();
  await tx.run`UPDATE student SET email = ${email} WHERE id = ${id} AND email IS NULL`;
  const version = await touchStudent(tx, id, 'sign-up', tx.now);
  tx.emit(StudentChanged, { studentId: id, version });
}

function hashOfProof(account: AccountRef, type: TokenType | null, proof: string | null, now: Date): Buffer {
  const opened = proof === null ? null : readProof(proof, now);
  const isOfAccount = opened !== null && opened.account.kind === account.kind && opened.account.id === account.id && opened.type === type;
  if (!isOfAccount) throw linkIsOver();
  return opened.tokenHash;
}

const linkIsOver = (): DomainError => forbidden('proof_missing', 'This link is no longer valid. Please request a new one.');
