import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import { hashOfToken } from '../../secrets.ts';
import type { AccountRef } from '../records/account.ts';
import { checkAccountOpen } from '../records/check-open.ts';
import { findAccount, isAddressUnconfirmed } from '../records/store.ts';
import { proofOf } from './proof.ts';
import { findGoodToken } from './tokens.ts';

/**
 * Checks the token of a link without using it up, and returns a proof (C-S07, C-S10; R-021).
 * Refuses with token_invalid or account_closed. The BFF counts guesses at its 256 bits by network
 * address only: a count per account would let any stranger lock its owner out.
 */
export async function confirmToken(
  call: Call,
  { account, token: secret }: { account: AccountRef; token: string },
): Promise<{ type: 'create' | 'reset'; name: string; proof: string; identityNeeded: boolean }> {
  const tokenHash = hashOfToken(secret);
  const token = await findGoodToken(call.db, account, tokenHash, call.now);
  const known = token && (await findAccount(call.db, account));
  // a link that proves an address sets no password
  if (!token || !known || token.type === 'email') throw domainError('token_invalid');
  await checkAccountOpen(call.db, account, call.now);
  const { type } = token;
  const identityNeeded = type === 'reset' && (await isAddressUnconfirmed(call.db, account));
  return {
    type,
    name: known.name,
    proof: proofOf({ account, type, tokenHash }, call.now),
    identityNeeded,
  };
}
