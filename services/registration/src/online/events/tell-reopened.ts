import type { Database } from '@portal/kit/database/database';
import { unavailable } from '@portal/kit/errors';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { reopenRun } from '../../partners/exam-platform.ts';
import { readOnline } from '../sitting/online-row.ts';

/**
 * Tells the exam platform that an exam is open again, unless the student has begun it once more
 * already: then that start has told it, and telling it now would open what is perhaps finished.
 * Refuses with unavailable while the platform does not answer.
 */
export async function tellReopened(
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
