import { serviceActor } from '@portal/kit/auth/actor';
import type { Database } from '@portal/kit/database/database';
import type { Credits } from '@portal/proto/payments/v1/credits';
import { credits as payments } from '../clients.ts';
import { noteGivenBack, type ToGiveBack } from './store.ts';

/**
 * Gives back what a registration spent that came to nothing; nothing spent is no error. Answers the
 * credits of the student.
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
