import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { DomainError, invalid } from '@portal/kit/errors';
import { PasswordChanged, StudentChanged } from '@portal/proto/identity/v1/events';
import type * as tables from '../../../prisma/tables.ts';
import { domainError } from '../../errors.ts';
import { touchStudent } from '../../records/students/touch-student.ts';
import { blindHash } from '../../secrets.ts';
import { claimAddress } from '../addresses/claim-address.ts';
import { endTrust } from '../factors/device-store.ts';
import { passwordChangedEmail, welcomeEmail } from '../links/emails.ts';
import { linkIsOver, type OpenedLink, tokenHashOf } from '../links/opened-link.ts';
import { consumeToken, findGoodToken, revokeTokens, type Token } from '../links/tokens.ts';
import type { AccountRef } from '../records/account.ts';
import { checkAccountOpen } from '../records/check-open.ts';
import { keepLanguage } from '../records/keep-language.ts';
import { openStudentAccount } from '../records/open-student-account.ts';
import { findAccount, isAddressUnconfirmed, lockAccount } from '../records/store.ts';
import { countFailedTry, refuseTooMany, type TryCount } from '../records/tries.ts';
import { hashPassword } from './password.ts';
import { isGoodPassword } from './password-rule.ts';

/** Birth date and SSN digits of the student whose account it is. */
export type OwnIdentity = Pick<tables.Student, 'dob' | 'last4Ssn'>;

export interface SetPassword extends OpenedLink {
  password: string;
  /** Needed to reset the password of an account whose address is unconfirmed. */
  identity?: OwnIdentity | null;
  /** That of the page: mails are written in it from now on. */
  language?: string | null;
}

/**
 * Sets the password of a link's account and uses the link up (C-S08, C-S12; ). At type
 * create the address that was mailed to becomes the login; an account that had it without ever
 * confirming it loses it, and its student is given. Refuses with invalid, proof_missing,
 * account_closed, email_taken, identity_mismatch or too_many_tries.
 */
export async function setPassword(
  call: Call,
  { password, identity = null, language = null, ...link }: SetPassword,
): Promise<{ lostBy: number | null }> {
  if (!isGoodPassword(password)) throw invalid({ path: 'password', message: 'Password invalid' });
  const { account, type } = link;
  const tokenHash = tokenHashOf(link, call.now);
  const set = command(
    'setPassword',
    async (tx: Tx, _fields: { account: AccountRef; tokenHash: string; passwordMark: string }) => {
      const good = await findGoodToken(tx, account, tokenHash, tx.now);
      if (!good || good.type !== type) throw linkIsOver();
      await checkAccountOpen(tx, account, tx.now);
      if (good.type === 'reset' && (await isAddressUnconfirmed(tx, account)))
        await checkIdentity(tx, account, identity);
      if (account.kind === 'student') await keepLanguage(tx, account.id, language);
      return { lostBy: await store(tx, account, good, await hashPassword(password)) };
    },
  );
  try {
    // the key's fingerprint must not be made of a bare password
    return await set(call, {
      account,
      tokenHash: tokenHash.toString('base64url'),
      passwordMark: blindHash('password mark', password),
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'identity_mismatch')
      await countFailedTry(call.db, identityCount(account), call.now);
    throw isDuplicate(error, 'student_account_email')
      ? domainError('email_taken', 'Please call the office.')
      : error;
  }
}

/** Only who has the link gets as far as to be counted here. */
const identityCount = ({ id }: AccountRef): TryCount => ({
  subject: `reset identity:${id}`,
  max: 10,
  seconds: 15 * 60,
});

/**
 * Checks the identity of a person who resets the password of an account with an unconfirmed
 * address: the address may have been mistyped, by accident or on purpose. A reader of its mail gets
 * into the account only as the student of its record.
 */
async function checkIdentity(
  tx: Tx,
  account: AccountRef,
  identity: OwnIdentity | null,
): Promise<void> {
  await refuseTooMany({ db: tx, now: tx.now }, identityCount(account));
  const own =
    await tx.one<OwnIdentity>`SELECT dob, last4_ssn FROM student WHERE id = ${account.id}`;
  if (identity?.dob !== own.dob || identity.last4Ssn !== own.last4Ssn)
    throw domainError('identity_mismatch');
}

async function store(
  tx: Tx,
  account: AccountRef,
  token: Token,
  passwordHash: string,
): Promise<number | null> {
  const { kind, id } = account;
  const { now } = tx;
  let lostBy: number | null = null;
  await lockAccount(tx, account);
  if (!(await consumeToken(tx, token.id, now))) throw linkIsOver();
  if (kind === 'staff') {
    await tx.run`UPDATE staff_user SET password_hash = ${passwordHash} WHERE id = ${id}`;
    await endTrust(tx, id);
  } else if (token.type === 'create')
    lostBy = await createStudentAccount(tx, id, token.mailedTo, passwordHash);
  else {
    const changed = await tx.run`
      UPDATE student_account SET password_hash = ${passwordHash}, password_set_at = ${now},
        email_confirmed_at = CASE
          WHEN lower(email) = lower(${token.mailedTo}) THEN coalesce(email_confirmed_at, ${now})
          ELSE email_confirmed_at END
      WHERE student_id = ${id}`;
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
  if (known?.email) {
    // an account that has just set its first password has changed none
    const written = token.type === 'create' ? welcomeEmail : passwordChangedEmail;
    const { name, email: to, language } = known;
    tx.mail(written({ account, tokenId: token.id, to, name, language }));
  }
  return lostBy;
}

async function createStudentAccount(
  tx: Tx,
  id: number,
  email: string,
  passwordHash: string,
): Promise<number | null> {
  const lostBy = await claimAddress(tx, email, id);
  const isNew = await openStudentAccount(tx, {
    id,
    email,
    passwordHash,
    isConfirmed: true,
    now: tx.now,
  });
  if (!isNew) throw linkIsOver();
  await tx.run`UPDATE student SET email = ${email} WHERE id = ${id} AND email IS NULL`;
  const version = await touchStudent(tx, id, 'sign-up', tx.now);
  tx.emit(StudentChanged, { studentId: id, version });
  return lostBy;
}
