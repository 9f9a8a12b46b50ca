import { on } from '@portal/kit/events/inbox';
import { SessionCalledOff } from '@portal/proto/registration/v1/events';
import { schoolCalledOffEmail } from '../called-off-emails.ts';
import { mailedSchool } from '../school-admin.ts';

/** Mails the school's admins that one of its sessions is called off. R-519. */
export const onSessionCalledOff = on(SessionCalledOff, {
  prepare: ({ data: { sessionId } }, { db }) => mailedSchool(db, sessionId),
  apply: async (tx, { id, data: { students, message = null } }, mailed) => {
    if (!mailed) return;
    const { to, ...session } = mailed;
    const mail = schoolCalledOffEmail({ ...session, students, message });
    for (const one of to) tx.mail({ key: `session_called_off:${id}:${one}`, to: one, ...mail });
  },
});
