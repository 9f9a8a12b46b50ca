import { on } from '@portal/kit/events/inbox';
import { SessionMoved } from '@portal/proto/registration/v1/events';
import { schoolMovedEmail } from '../moved-emails.ts';
import { mailedSchool } from '../school-admin.ts';

/** Mails the school's admins that one of its sessions was moved. */
export const onSessionMoved = on(SessionMoved, {
  prepare: ({ data: { sessionId } }, { db }) => mailedSchool(db, sessionId),
  apply: async (tx, { id, data: { students, message = null } }, mailed) => {
    if (!mailed) return;
    const { to, ...session } = mailed;
    const mail = schoolMovedEmail({ ...session, students, message });
    for (const one of to) tx.mail({ key: `session_moved:${id}:${one}`, to: one, ...mail });
  },
});
