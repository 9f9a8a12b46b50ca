import { declinedCards } from '../auth/account-limits.ts';
import type { Session } from '../http/session/sessions.ts';

/** cards that were declined are counted for the account that is signed in. */
export const countDeclined = ({ session }: { session: Session }) =>
  declinedCards(session.kind, session.id);
