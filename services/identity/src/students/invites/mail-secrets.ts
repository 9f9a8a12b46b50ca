import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { secretToken } from '@portal/kit/ids';
import type { Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../../../prisma/tables.ts';
import { hashOfToken } from '../../secrets.ts';
import { inviteEmail } from './invite-email.ts';

/**
 * Mails open invitations from before links carried a secret again, with one: without it they grant
 * nothing. Safe on several replicas.
 */
export function mailInviteSecretsJob(db: Database, clock: () => Date = steadyNow): Job {
  return {
    name: 'invitations without a secret',
    everySeconds: 3600,
    async run() {
      while (await mailNextInviteSecret(db, clock()));
    },
  };
}

/** Mails one of them; false when none is left. */
export async function mailNextInviteSecret(db: Database, now: Date): Promise<boolean> {
  const call = { db, actor: serviceActor('identity'), now, requestId: requestIdOrNew() };
  return inTransaction(call, 'mailInviteSecret', async (tx) => {
    const secret = secretToken();
    const invite = await tx.maybe<
      Pick<tables.Invite, 'id' | 'email' | 'firstName' | 'membershipTypeId' | 'collegeId'>
    >`
      UPDATE invite SET secret_hash = ${hashOfToken(secret)} WHERE id = (
        SELECT id FROM invite
        WHERE secret_hash IS NULL AND num_nonnulls(used_at, replaced_at) = 0 AND expires_at > ${now}
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, email, first_name, membership_type_id, college_id`;
    if (!invite) return false;
    const again = inviteEmail({ ...invite, secret });
    tx.mail({ ...again, key: `${again.key}:secret` });
    return true;
  });
}
