import { serviceActor } from '@portal/kit/auth/actor';
import { plusSeconds } from '@portal/kit/clock';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database, Sql } from '@portal/kit/database/database';
import type { Language } from '@portal/kit/email/language';
import type { Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../../../prisma/tables.ts';
import { resetPasswordEmail } from '../links/emails.ts';
import { issueToken } from '../links/tokens.ts';
import type { AccountKind, AccountRef } from '../records/account.ts';
import { listStaffOfEmail } from '../records/store.ts';

/** At most so many reset mails an hour to one address (R-024). */
const MAX_PER_HOUR = 3;

/** Works off the requests for reset links, after they were answered; safe on several replicas. */
export function sendResetsJob(db: Database, clock: () => Date = steadyNow): Job {
  return {
    name: 'reset links',
    everySeconds: 2,
    onCommit: 'reset request',
    async run() {
      while (await sendNextReset(db, clock()));
    },
  };
}

/** Works one request off; false when none waits. */
export async function sendNextReset(db: Database, now: Date): Promise<boolean> {
  const call = { db, actor: serviceActor('identity'), now, requestId: requestIdOrNew() };
  return inTransaction(call, 'sendReset', async (tx) => {
    const request = await tx.maybe<
      Pick<tables.ResetRequest, 'email'> & { accountKind: AccountKind }
    >`
      DELETE FROM reset_request
      WHERE id = (SELECT id FROM reset_request ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING account_kind, email`;
    if (!request) return false;
    await mailLinks(tx, request.accountKind, request.email);
    return true;
  });
}

async function mailLinks(tx: Tx, kind: AccountKind, email: string): Promise<void> {
  // one request for an address at a time, or two replicas could both send the third mail
  await tx.run`
    SELECT pg_advisory_xact_lock(hashtextextended(${`reset ${email.toLowerCase()}`}, 0))`;
  for (const account of await listAccounts(tx, kind, email)) {
    if ((await mailsOfLastHour(tx, email, tx.now)) >= MAX_PER_HOUR) return;
    const ref: AccountRef = { kind, id: account.id };
    const token = await issueToken(tx, {
      account: ref,
      type: 'reset',
      mailedTo: account.email,
      now: tx.now,
    });
    tx.mail(
      resetPasswordEmail({
        account: ref,
        tokenId: token.id,
        secret: token.secret,
        to: account.email,
        name: account.name,
        language: account.language,
        isConfirmed: account.isConfirmed,
      }),
    );
  }
}

interface Addressed extends Pick<tables.StudentAccount, 'email'> {
  id: number;
  name: string;
  language: Language;
  isConfirmed: boolean;
}

async function listAccounts(sql: Sql, kind: AccountKind, email: string): Promise<Addressed[]> {
  if (kind === 'staff')
    return (await listStaffOfEmail(sql, email)).map((user) => ({
      ...user,
      language: 'en',
      isConfirmed: true,
    }));
  return sql.many<Addressed>`
    SELECT a.student_id AS id, s.first_name AS name, a.email,
      coalesce(s.language, 'en') AS language,
      a.email_confirmed_at IS NOT NULL AS is_confirmed
    FROM student_account a JOIN student s ON s.id = a.student_id
    WHERE lower(a.email) = lower(${email})`;
}

async function mailsOfLastHour(sql: Sql, email: string, now: Date): Promise<number> {
  const { sent } = await sql.one<{ sent: number }>`
    SELECT count(*)::int AS sent FROM token
    WHERE lower(mailed_to) = lower(${email}) AND type = 'reset'
      AND created_at > ${plusSeconds(now, -3600)}`;
  return sent;
}
