import { serviceActor } from '@portal/kit/auth/actor';
import { plusSeconds } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import type { Job } from '@portal/kit/commands/jobs';
import type { Database } from '@portal/kit/database/database';
import { uuidv7 } from '@portal/kit/ids';
import { steadyNow } from '@portal/kit/steady-clock';
import { sessionsOpenEmail } from '../emails/session-emails.ts';
import { dropAlert, forgetAlerts, lockDueAlerts } from './store.ts';

const AT_ONCE = 100;
const HALF_A_YEAR = 182 * 24 * 3600;

/**
 * Mails everybody who waits for sessions at a location where one has room now, and forgets the
 * wish: one mail a wish, however many sessions there are. Who booked meanwhile may get one more
 * mail than needed, which does no harm.
 */
export async function tellOfSessions(db: Database, now: Date): Promise<void> {
  const call = { db, now, requestId: uuidv7(), actor: serviceActor('registration') };
  for (let told = AT_ONCE; told === AT_ONCE; )
    told = await inTransaction(call, 'tellOfSessions', async (tx) => {
      await forgetAlerts(tx, plusSeconds(now, -HALF_A_YEAR));
      const due = await lockDueAlerts(tx, now, AT_ONCE);
      for (const { studentId, locationId, firstName, email, locationName } of due) {
        await dropAlert(tx, studentId, locationId);
        if (email === null) continue;
        tx.mail({
          key: `session_alert:${studentId}:${locationId}:${now.getTime()}`,
          to: email,
          ...sessionsOpenEmail(firstName, locationName),
        });
      }
      return due.length;
    });
}

export const tellOfSessionsJob = (db: Database): Job => ({
  name: 'tell of sessions',
  everySeconds: 60,
  run: () => tellOfSessions(db, steadyNow()),
});
