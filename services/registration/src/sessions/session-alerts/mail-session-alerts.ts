import { serviceActor } from '@portal/kit/auth/actor';
import { plusSeconds } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { type Language, languageOf } from '@portal/kit/email/language';
import type { Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { students } from '../../clients.ts';
import { sessionsOpenEmail } from '../../emails/session-emails.ts';
import { dropAlert, forgetAlerts, lockDueAlerts } from './store.ts';

const CONCURRENCY = 100;
const HALF_A_YEAR = 182 * 24 * 3600;

/**
 * Mails the students who requested an alert for a location where a session has room now, and
 * deletes the alert: one mail per alert, however many sessions there are. A student who has booked
 * since then may get an unneeded mail, which does no harm.
 */
export async function mailSessionAlerts(db: Database, now: Date): Promise<void> {
  const call = { db, now, requestId: requestIdOrNew(), actor: serviceActor('registration') };
  for (let notified = CONCURRENCY; notified === CONCURRENCY; ) {
    const languages = await languagesOfDue(db, now);
    notified = await inTransaction(call, 'tellOfSessions', async (tx) => {
      await forgetAlerts(tx, plusSeconds(now, -HALF_A_YEAR));
      const due = await lockDueAlerts(tx, now, CONCURRENCY);
      for (const { studentId, locationId, firstName, email, locationName } of due) {
        const language = languages.get(studentId) ?? 'en';
        await dropAlert(tx, studentId, locationId);
        if (email === null) continue;
        tx.mail({
          key: `session_alert:${studentId}:${locationId}:${now.getTime()}`,
          to: email,
          ...sessionsOpenEmail({ firstName, language }, locationName),
        });
      }
      return due.length;
    });
  }
}

/** Reads the mail language of the students with due alerts, before any lock is taken. */
async function languagesOfDue(db: Database, now: Date): Promise<ReadonlyMap<number, Language>> {
  const ids = (await lockDueAlerts(db, now, CONCURRENCY)).map(({ studentId }) => studentId);
  if (ids.length === 0) return new Map();
  const known = await students.listStudents(
    { ids, limit: ids.length },
    { actor: serviceActor('registration') },
  );
  return new Map(known.students.map(({ id, language }) => [id, languageOf(language)]));
}

export const mailSessionAlertsJob = (db: Database): Job => ({
  name: 'tell of sessions',
  everySeconds: 60,
  run: () => mailSessionAlerts(db, steadyNow()),
});
