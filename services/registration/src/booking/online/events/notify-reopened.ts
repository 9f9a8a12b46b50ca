import type { Database } from '@portal/kit/database/database';
import { unavailable } from '@portal/kit/errors';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { reopenRun } from '../../../partners/exam-platform.ts';
import { readOnline } from '../sitting/online-row.ts';

/**
 * Notifies the exam platform that an exam is open again, unless the student has already begun it
 * once more: that start has notified the platform, and another notice could open a finished exam.
 * Throws unavailable while the platform does not answer.
 */
export async function notifyReopened(
  db: Database,
  { registrationId }: { registrationId: number },
): Promise<void> {
  const row = await readOnline(db, { registrationId }).catch(() => null);
  if (!row?.onlineExamTakenOverride) return;
  await reopenRun(registrationId).catch((error: unknown) => {
    // a final refusal becomes a dead letter; it would be refused again for ever
    throw error instanceof PartnerError && !error.isFinal ? unavailable() : error;
  });
}
