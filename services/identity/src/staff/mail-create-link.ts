import type { Tx } from '@portal/kit/commands/command';
import { createAccountEmail, linkOf } from '../accounts/links/emails.ts';
import { issueToken } from '../accounts/links/tokens.ts';
import type { StaffUser } from './staff-user.ts';

/**
 * Mails the link to create a password, which ends an older one (72 hours, once; R-020). Returns the
 * link.
 */
export async function mailCreateLink(
  tx: Tx,
  { id, email, loginName }: Pick<StaffUser, 'id' | 'email' | 'loginName'>,
): Promise<string> {
  const account = { kind: 'staff', id } as const;
  const token = await issueToken(tx, { account, type: 'create', mailedTo: email, now: tx.now });
  const link = { account, tokenId: token.id, secret: token.secret };
  tx.mail(createAccountEmail({ ...link, to: email, name: loginName, language: 'en' }));
  return linkOf(account, 'create', token.secret);
}
