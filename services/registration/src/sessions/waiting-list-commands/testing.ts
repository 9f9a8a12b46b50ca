import { asStaff, asStudent } from '@portal/kit/testing';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { releaseOldHolds } from '../../capacity/seats/release-holds.ts';
import type { WaitingView } from '../../capacity/waiting-list/waiting-view.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { aRegistration, aSession, aStudent, type World } from '../../testing.ts';
import { answerWaitingOffer } from './answer-offer.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { offerSeats } from './offer-seats.ts';

/** The line of a full session in a world of its own, for tests. */
export function lineOfWorld(world: () => World, now: Date) {
  const book = ({ id, studentId }: Registration, sessionId: number, at = now) =>
    scheduleSession(asStudent(world().db, studentId, { now: at }), {
      registrationId: id,
      sessionId,
    });
  const cancel = ({ id, studentId }: Registration, at = now) =>
    cancelSession(asStudent(world().db, studentId, { now: at }), {
      registrationId: id,
      reason: undefined,
    });
  const join = ({ id, studentId }: Registration, sessionId: number, at = now) =>
    joinWaitingList(asStudent(world().db, studentId, { now: at }), {
      registrationId: id,
      sessionId,
    });
  const answer = ({ id, studentId }: WaitingView, accept = true, at = now) =>
    answerWaitingOffer(asStudent(world().db, studentId, { now: at }), { waitingId: id, accept });
  /** Runs all jobs of the service about free seats. */
  const passOn = async (at = now) => {
    await releaseOldHolds(world().db, at);
    await offerSeats(world().db, at);
  };
  /** A session of one seat, its seated student, and so many waiting students. */
  async function aLine(waiting: number, more: Parameters<typeof aSession>[1] = {}) {
    const sessionId = await aSession(world(), { seats: 1, ...more });
    const seated = await aRegistration(world());
    await book(seated, sessionId);
    const line: { registration: Registration; entry: WaitingView }[] = [];
    for (let i = 0; i < waiting; i++) {
      const registration = await aRegistration(world());
      line.push({ registration, entry: await join(registration, sessionId) });
    }
    return { sessionId, seated, line };
  }
  const states = async (sessionId: number): Promise<string[]> => {
    const rows = await world().db.many<{ state: string }>`
      SELECT state FROM waiting_entry WHERE session_id = ${sessionId} ORDER BY id`;
    return rows.map(({ state }) => state);
  };
  const seats = (sessionId: number) =>
    world().db.one<{ seatsLeft: number | null; passedSeats: number; hasLine: boolean }>`
      SELECT seats_left, passed_seats, has_line FROM session WHERE id = ${sessionId}`;
  const office = (studentId?: number) =>
    asStaff(world().db, ['ROLE_ADMIN'], { now, ...(studentId === undefined ? {} : { studentId }) });
  const another = (more: Parameters<typeof aStudent>[1] = {}) => aStudent(world(), more);
  return { book, cancel, join, answer, passOn, aLine, states, seats, office, another };
}
