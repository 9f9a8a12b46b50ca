import { plusSeconds } from '@portal/kit/clock';
import type { Tx } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';

/**
 * At most so many mails an hour with a link to create a password, to one address and about one
 * student.
 */
export const MAX_CREATE_MAILS = 3;
const WINDOW_SECONDS = 3600;

/**
 * Refuses with too_many_tries (retryAfter in seconds) when the address, or the student, was mailed
 * to three times within the last hour. A refused request leaves the last link valid. Requests for
 * one address run one after the other; the caller holds the student's pair.
 */
export async function limitCreateMails(
  tx: Tx,
  { studentId, email }: { studentId: number; email: string },
): Promise<void> {
  await tx.run`
    SELECT pg_advisory_xact_lock(hashtextextended(${`create mail ${email.toLowerCase()}`}, 0))`;
  const since = plusSeconds(tx.now, -WINDOW_SECONDS);
  const oldest = await tx.one<{ ofAddress: Date | null; ofStudent: Date | null }>`
    SELECT
      (SELECT created_at FROM token
        WHERE lower(mailed_to) = lower(${email}) AND type = 'create' AND created_at > ${since}
        ORDER BY created_at DESC OFFSET ${MAX_CREATE_MAILS - 1} LIMIT 1) AS of_address,
      (SELECT created_at FROM token
        WHERE student_id = ${studentId} AND type = 'create' AND created_at > ${since}
        ORDER BY created_at DESC OFFSET ${MAX_CREATE_MAILS - 1} LIMIT 1) AS of_student`;
  const counted = [oldest.ofAddress, oldest.ofStudent]
    .filter((at) => at !== null)
    .map((at) => at.getTime());
  if (counted.length === 0) return;
  const waitMs = Math.max(...counted) + WINDOW_SECONDS * 1000 - tx.now.getTime();
  throw domainError('too_many_tries', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}
