import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { uuidv7 } from '@portal/kit/ids';
import { signalCommit } from '@portal/kit/jobs/commit-signal';
import { isEmail } from '@portal/kit/person-fields';
import type { AccountKind } from '../records/account.ts';

/**
 * Notes a request for a reset link; does the same work for every address, since the answer must not
 * reveal whether an account exists (C-S09, C-S11, R-023). Refuses with invalid.
 */
export async function requestPasswordReset(
  { db }: Call,
  { kind, email: typed }: { kind: AccountKind; email: string },
): Promise<void> {
  const email = typed.trim();
  if (!isEmail(email)) throw invalid({ path: 'email', message: 'Email invalid' });
  await db.run`
    INSERT INTO reset_request (id, account_kind, email) VALUES (${uuidv7()}, ${kind}, ${email})`;
  signalCommit('reset request');
}
