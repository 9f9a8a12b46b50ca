import { serviceActor } from '@portal/kit/auth/actor';
import type { Database } from '@portal/kit/database/database';
import type { Credits } from '@portal/proto/payments/v1/credits';
import { credits as payments } from '../../clients.ts';
import { noteGivenBack, type ToGiveBack } from './store.ts';

/**
 * Returns the spent credits of a failed registration to the student; no spending is no error.
 * Returns the student's credits.
 */
export async function returnUnspentCredits(
  db: Database,
  { id, studentId }: ToGiveBack,
  now: Date,
): Promise<Credits | undefined> {
  const { credits } = await payments.returnCredits(
    { studentId, registrationId: id },
    { actor: serviceActor('registration', studentId), key: `give-back:${id}` },
  );
  await noteGivenBack(db, id, now);
  return credits;
}
