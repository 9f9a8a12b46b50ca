import type { Call } from '@portal/kit/command';
import { unprocessable } from '@portal/kit/errors';
import { hashOfToken } from '../secrets.ts';
import { limited, tokenSubject } from '../sign-in/tries.ts';
import type { AccountRef, TokenType } from './account.ts';
import { proofOf } from './proof.ts';
import { findAccount } from './store.ts';
import { findGoodToken } from './tokens.ts';

/** Checks the token of a link without using it up, and gives a proof (C-S07, C-S10; R-021). Refuses with token_invalid or too_many_tries. */
export async function confirmToken(
  call: Call,
  { account, token: secret }: { account: AccountRef; token: string },
): Promise<{ type: TokenType; name: string; proof: string }> {
  return limited(call, tokenSubject(account), async () => {
    const tokenHash = hashOfToken(secret);
    const token = await findGoodToken(call.db, account, tokenHash, call.now);
    const known = token && (await findAccount(call.db, account));
    if (!token || !known) throw unprocessable('token_invalid', 'This link is no longer valid. Please request a new one.');
    return { type: token.type, name: known.name, proof: proofOf({ account, type: token.type, tokenHash }, call.now) };
  });
}
