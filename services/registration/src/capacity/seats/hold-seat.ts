import { can } from '@portal/access/can';
import { isStaff } from '@portal/kit/auth/actor';
import { plusSeconds } from '@portal/kit/clock';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { lockRegistration } from '../../records/registrations/changing/change-registration.ts';
import {
  registrationClosed,
  registrationNotFound,
} from '../../records/registrations/state/registration-rules.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { readSession } from '../../records/sessions/read-session.ts';
import { needsSpecial, placesLeft } from '../../records/sessions/seen-places.ts';
import type { SessionRow } from '../../records/sessions/session-row.ts';
import {
  countsPlaces,
  noRoomForAccommodation,
  sessionCalledOff,
  sessionFull,
  sessionNotFound,
} from '../../records/sessions/session-rules.ts';
import { keepLine } from '../waiting-list/entry-store.ts';
import { endHolds, keepHold } from './places/hold-store.ts';
import { assertOpen, takeSeat } from './seats.ts';
import { beginCharge } from './waiting-line/begin-charge.ts';

/** Seconds for which a place is held for a paying student. */
export const HOLD_SECONDS = 600;

export interface HoldSeat {
  studentId: number;
  registrationId: number;
  sessionId: number;
}

/**
 * Holds a place in a session that was read in this transaction; null: no hold is needed. The seat
 * of an open offer is held already; its hold is extended for the charge. To be the last
 * step of its transaction, since it updates the session's row. Throws session_full,
 * no_room_for_accommodation, session_called_off or session_closed.
 */
export async function keepPlace(
  tx: Tx,
  target: SessionRow,
  whose: { studentId: number; registrationId: number },
): Promise<Date | null> {
  if (!countsPlaces(target.sessionType) || target.hasASeat) return null;
  const special = needsSpecial(target);
  if (!special && target.seatsLeft === null) return null;
  const byStaff = isStaff(tx.actor);
  const requiresSpecialSeat = special && !can(tx.actor, 'room_rule.override');
  if (target.offerId !== null) {
    // a seat was offered before a special place was granted: the student could not book it
    if (requiresSpecialSeat && placesLeft(target) === 0) throw noRoomForAccommodation();
    return beginCharge(tx, target.id, whose.studentId);
  }
  // admins book without a special place where none is left, so there is nothing to hold
  if (special && !requiresSpecialSeat && placesLeft(target) === 0) return null;
  const heldUntil = plusSeconds(tx.now, HOLD_SECONDS);
  const [, isNew] = await Promise.all([
    keepLine(tx, target.id, whose.studentId),
    keepHold(tx, { sessionId: target.id, ...whose, heldUntil, special }),
  ]);
  // the student's offer has just ended or been made: this hold must not take its seat
  if (isNew === undefined) throw sessionFull();
  const { version } = target;
  if (isNew) await takeSeat(tx, target.id, { byStaff, special, version });
  // kept longer: the session may have been called off since it was read, and its holds ended
  else await assertOpen(tx, target.id, { byStaff, version });
  return heldUntil;
}

async function hold(
  tx: Tx,
  { studentId, registrationId, sessionId }: HoldSeat,
): Promise<Date | null> {
  const row = await lockRegistration(tx, registrationId, null);
  if (row.studentId !== studentId) throw registrationNotFound();
  if (!isOpen(row.status)) throw registrationClosed();
  const target = await readSession(tx, sessionId, { studentId, now: tx.now });
  if (target === undefined) throw sessionNotFound();
  if (target.calledOffAt !== null) throw sessionCalledOff();
  await endHolds(tx, [registrationId], sessionId, tx.now);
  return keepPlace(tx, target, { studentId, registrationId });
}

/**
 * Holds a place for a student who is about to pay, so that no student pays and then finds the
 * session full (C-S36, C-S37). Releases another place that is held for the registration. Null: no
 * hold is needed. Callers repeat it with every attempt to pay, so it stores no response by key.
 * Throws registration_not_found, registration_closed, session_not_found,
 * session_called_off, session_closed, session_full or no_room_for_accommodation.
 */
export const holdSeat = (call: Call, input: HoldSeat): Promise<Date | null> =>
  inTransaction(call, 'holdSeat', (tx) => hold(tx, input));
