import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import { hashOfToken } from '../../secrets.ts';
import type { AccountRef, TokenType } from '../records/account.ts';
import { readProof } from './proof.ts';

/** An opened link: its token, or the proof that opening it left in the browser. */
export interface OpenedLink {
  account: AccountRef;
  type: TokenType | null;
  proof: string | null;
  token: string | null;
}

/** Returns the hash of the link's token. Refuses with proof_missing. */
export function tokenHashOf({ account, type, proof, token }: OpenedLink, now: Date): Buffer {
  if (token !== null) return hashOfToken(token);
  const opened = proof === null ? null : readProof(proof, now);
  const isOfAccount =
    opened !== null &&
    opened.account.kind === account.kind &&
    opened.account.id === account.id &&
    opened.type === type;
  if (!isOfAccount) throw linkIsOver();
  return opened.tokenHash;
}

export const linkIsOver = (): DomainError => domainError('proof_missing');
