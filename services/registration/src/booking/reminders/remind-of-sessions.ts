import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork, inNewYork } from '@portal/kit/clock';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { SessionReminderDue } from '@portal/proto/registration/v1/events';
import type { mailedSitting } from '../../emails/mailed-sitting.ts';
import { reminderEmail } from '../../emails/session-emails.ts';
import { isToBeSat, noteReminders, type Reminder } from './store.ts';

const DAYS_BEFORE = 2;
/** No emails at night: reminders go out from this hour of New York on. */
const FROM_HOUR = 9;

/**
 * Emits for every session that begins in two days, by New York's calendar, a reminder to its
 * students: once for each registration and session, however often its time is changed. A missed
 * reminder goes out the day before.
 */
export async function remindOfSessions(db: Database, now: Date): Promise<void> {
  if (inNewYork(now).hour < FROM_HOUR) return;
  const call = { db, now, requestId: requestIdOrNew(), actor: serviceActor('registration') };
  for (let due = 1; due > 0; )
    due = await inTransaction(call, 'remindOfSessions', async (tx) => {
      const reminders = await noteReminders(tx, {
        today: dayInNewYork(now),
        days: DAYS_BEFORE,
        now,
      });
      for (const reminder of reminders) tx.emit(SessionReminderDue, reminder);
      return reminders.length;
    });
}

export const remindOfSessionsJob = (db: Database): Job => ({
  name: 'remind of sessions',
  everySeconds: 60,
  run: () => remindOfSessions(db, steadyNow()),
});

/** Mails a reminder, unless the student has left the session or it has begun. */
export async function mailReminder(
  tx: Tx,
  reminder: Reminder,
  mailed: Awaited<ReturnType<typeof mailedSitting>>,
): Promise<void> {
  if (mailed === null || !(await isToBeSat(tx, reminder, tx.now))) return;
  const { registrationId, sessionId, calendarSequence } = reminder;
  tx.mail({
    // a session that is moved is reminded of once more
    key: `session_reminder:${registrationId}:${sessionId}:${calendarSequence}`,
    to: mailed.to,
    ...reminderEmail(mailed.sitting),
  });
}
