import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { linkIsOver, type OpenedLink, tokenHashOf } from '../links/opened-link.ts';
import { consumeToken, findGoodToken } from '../links/tokens.ts';
import { lockAccount } from '../records/store.ts';
import { claimAddress } from './claim-address.ts';

/**
 * Ends an account with an unconfirmed address when the owner of the mailbox says that it is not
 * theirs, and frees the address. Takes a link to reset the password, and uses it up. Refuses with
 * proof_missing, also when the address is confirmed.
 */
export async function releaseAddress(call: Call, link: Omit<OpenedLink, 'type'>): Promise<void> {
  const { account } = link;
  const tokenHash = tokenHashOf({ ...link, type: 'reset' }, call.now);
  const release = command(
    'releaseAddress',
    async (tx: Tx, _fields: { account: OpenedLink['account']; tokenHash: string }) => {
      const token = await findGoodToken(tx, account, tokenHash, tx.now);
      if (token?.type !== 'reset') throw linkIsOver();
      await lockAccount(tx, account);
      if (!(await consumeToken(tx, token.id, tx.now))) throw linkIsOver();
      if ((await claimAddress(tx, token.mailedTo, null)) !== account.id) throw linkIsOver();
    },
  );
  await release(call, { account, tokenHash: tokenHash.toString('base64url') });
}
