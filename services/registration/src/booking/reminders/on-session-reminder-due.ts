import { on } from '@portal/kit/events/inbox';
import { SessionReminderDue } from '@portal/proto/registration/v1/events';
import { mailedSitting } from '../../emails/mailed-sitting.ts';
import { mailReminder } from './remind-of-sessions.ts';

/** Reminds of a session by mail. */
export const onSessionReminderDue = on(SessionReminderDue, {
  prepare: ({ data }, { db }) => mailedSitting(db, data),
  apply: (tx, { data }, mailed) => mailReminder(tx, data, mailed),
});
