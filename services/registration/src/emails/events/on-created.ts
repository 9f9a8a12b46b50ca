import { on } from '@portal/kit/events/inbox';
import { Created } from '@portal/proto/registration/v1/events';
import { addressee } from '../mailed-to.ts';
import { registrationEmail } from '../registration-emails.ts';

/**
 * Mails the registration with its study materials, unless a school registered the student and sends
 * none.
 */
export const onCreated = on(Created, {
  concerns: ({ withoutLetter }) => !withoutLetter,
  prepare: ({ data }) => addressee(data.studentId, data.examId),
  apply: async (tx, { data }, to) => {
    if (to)
      tx.mail({
        key: `registration.created:${data.registrationId}`,
        to: to.email,
        ...registrationEmail(to, to.exam),
      });
  },
});
