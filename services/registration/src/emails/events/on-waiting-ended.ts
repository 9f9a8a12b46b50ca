import type { RenderedEmail } from '@portal/kit/email/render-email';
import { on } from '@portal/kit/events/inbox';
import { WaitingEnded } from '@portal/proto/registration/v1/events';
import { mailedWaiting } from '../mailed-sitting.ts';
import {
  listClosedEmail,
  offerExpiredEmail,
  removedFromListEmail,
  type WaitedFor,
} from '../waiting-emails.ts';

/** Returns the email about an end; null: the student ended it, or gets another email about it. */
function mailOf(
  { state, why, offerUntil }: WaitingEnded,
  sitting: WaitedFor,
): RenderedEmail | null {
  if (state === 'expired' && offerUntil) return offerExpiredEmail(sitting, offerUntil);
  if (state === 'removed') return removedFromListEmail(sitting);
  return state === 'ended' && why === 'list_closed' ? listClosedEmail(sitting) : null;
}

/** Mails students whose entry or offer was ended for them. */
export const onWaitingEnded = on(WaitingEnded, {
  prepare: ({ data }, { db }) => mailedWaiting(db, data),
  apply: async (tx, { id, data }, mailed) => {
    const email = mailed && mailOf(data, mailed.sitting);
    if (email) tx.mail({ key: `waiting_ended:${id}`, to: mailed.to, ...email });
  },
});
