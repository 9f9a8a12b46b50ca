import { isStaff, studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { OutdatedRead } from '@portal/kit/errors';
import { WaitingJoined } from '@portal/proto/registration/v1/events';
import { readBooking, withFacts } from '../../booking/session-booking/schedule-session.ts';
import { joinLine, readLineSession } from '../../capacity/seats/waiting-line/line-store.ts';
import { countOpen, insertEntry, lockOfStudent } from '../../capacity/waiting-list/entry-store.ts';
import { joinRefusal } from '../../capacity/waiting-list/join-rules.ts';
import { readWaitingSettings } from '../../capacity/waiting-list/settings.ts';
import { waitingErrors } from '../../capacity/waiting-list/waiting-errors.ts';
import { type WaitingView, waitingNow } from '../../capacity/waiting-list/waiting-view.ts';
import { keepStudent } from '../../projections/keep-student.ts';
import { lockRegistration } from '../../records/registrations/changing/change-registration.ts';
import { registrationNotFound } from '../../records/registrations/state/registration-rules.ts';
import { hasPlacesFor } from '../../records/sessions/seen-places.ts';
import type { SessionRow } from '../../records/sessions/session-row.ts';
import { closingMoment } from '../../records/sessions/session-times.ts';
import { sittingRefusal } from './may-sit.ts';

export interface JoinWaitingList {
  registrationId: number;
  sessionId: number;
}

/** '1' are men, whom only the office books. R-153 */
const MAN = '1';

/**
 * Returns the next number in line, taken from the row that a transaction which frees a seat reads
 * to learn whether the session has a line. Throws has_places or waiting_closed. Throws OutdatedRead
 * where staff have changed the session since it was read. R-532
 */
async function nextInLine(tx: Tx, seen: SessionRow, special: boolean): Promise<number> {
  const joined = await joinLine(tx, seen, special);
  if (joined) return joined.lastInLine;
  const now = await readLineSession(tx, seen.id);
  if (now?.version !== seen.version) throw new OutdatedRead();
  const isOpen = now.calledOffAt === null && !now.closedByStaff && !now.draft;
  throw isOpen ? waitingErrors.hasPlaces() : waitingErrors.closed();
}

async function join(
  tx: Tx,
  { registrationId, sessionId }: JoinWaitingList,
  { actor, now }: Call,
): Promise<number> {
  const studentId = studentInView(actor);
  const [row] = await Promise.all([
    lockRegistration(tx, registrationId, studentId),
    keepStudent(tx, studentId),
  ]);
  if (row.status === 'cancelled') throw registrationNotFound();
  const byStaff = isStaff(actor);
  const { booking, target } = await readBooking(tx, row, sessionId, { byStaff, now });
  const [here, open, { waitingList }] = await Promise.all([
    lockOfStudent(tx, sessionId, studentId),
    countOpen(tx, registrationId, studentId),
    readWaitingSettings(tx),
  ]);
  const { sessionType, seats, startsAt, closedByStaff, calledOffAt } = target;
  if (startsAt === null) throw waitingErrors.noList();
  const refusal = joinRefusal(
    {
      sessionType,
      seats,
      startsAt,
      closesAt: closingMoment(target),
      isClosedByStaff: closedByStaff,
      isCalledOff: calledOffAt !== null,
      hasWaitingLists: waitingList,
      hasFreePlace: target.hasASeat || booking.session.seatsLeft !== 0,
      hasSuchPlaces: hasPlacesFor(target),
      openOfRegistration: open.ofRegistration,
      openOfStudent: open.ofStudent,
      isWaitingHere: here.some((entry) => entry.registrationId === registrationId),
      isMan: booking.student.gender === MAN,
      byStaff,
      bookingRefusal: sittingRefusal(booking, now),
    },
    now,
  );
  if (refusal) throw refusal;
  const { needsSpecial } = booking.session;
  const place = await nextInLine(tx, target, needsSpecial);
  const id = await insertEntry(tx, {
    sessionId,
    registrationId,
    studentId,
    place,
    byStaff,
    needsSpecial,
    joinedAt: now,
  });
  tx.emit(WaitingJoined, { waitingId: id, sessionId, registrationId, studentId });
  tx.audit({
    op: 'insert',
    table: 'waiting_entry',
    id,
    studentId,
    change: { registrationId, session: sessionId },
  });
  return id;
}

const joinCommand = command('joinWaitingList', join);

/**
 * Adds a registration at the end of the waiting list of a full session (C-O18). Throws
 * no_waiting_list, waiting_closed, call_office, already_waiting, has_places, too_many_waiting, or
 * as booking does but for seats and fees..
 */
export async function joinWaitingList(call: Call, input: JoinWaitingList): Promise<WaitingView> {
  const id = await withFacts(call, () => joinCommand(call, input));
  return waitingNow(call.db, id);
}
