import { plusSeconds } from '@portal/kit/clock';
import { z } from 'zod';
import { sign, verified } from '../../secrets.ts';
import type { AccountRef, TokenType } from '../records/account.ts';

const LIFE_SECONDS = 15 * 60;

/** What a proof stands for: that its holder opened the link of this token. */
export interface Opened {
  account: AccountRef;
  type: TokenType;
  tokenHash: Buffer;
}

const Signed = z.object({
  kind: z.enum(['student', 'staff']),
  id: z.int(),
  type: z.enum(['create', 'reset']),
  hash: z.string(),
  exp: z.int(),
});

/**
 * A proof bound to account, token and type, good for 15 minutes. It holds the token's hash,
 * from which nobody gets the token.
 */
export function proofOf({ account, type, tokenHash }: Opened, now: Date): string {
  const exp = plusSeconds(now, LIFE_SECONDS).getTime();
  return sign('password proof', { ...account, type, hash: tokenHash.toString('base64url'), exp });
}

/** What a proof stands for, or null when it is forged or too old. */
export function readProof(proof: string, now: Date): Opened | null {
  const read = Signed.safeParse(verified('password proof', proof));
  if (!read.success || read.data.exp <= now.getTime()) return null;
  const { kind, id, type, hash } = read.data;
  return { account: { kind, id }, type, tokenHash: Buffer.from(hash, 'base64url') };
}
