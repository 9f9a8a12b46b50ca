import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { steadyNow } from '@portal/kit/steady-clock';
import { noteFreed } from '../../capacity/seats/places/freed.ts';
import {
  isNoPlace,
  NO_PLACES,
  type Places,
  placesWithout,
} from '../../capacity/seats/places/places.ts';
import { changeEntry } from '../../capacity/seats/waiting-line/change-entry.ts';
import {
  holdForOffer,
  type LineSession,
  passedPlaces,
  passPlaces,
  sessionsToPass,
  studentsWithPlace,
  takeLineSession,
} from '../../capacity/seats/waiting-line/line-store.ts';
import { readLine, takeWaiting } from '../../capacity/waiting-list/entry-store.ts';
import { lineEndsAt } from '../../capacity/waiting-list/join-rules.ts';
import { nextOffers, type Passing } from '../../capacity/waiting-list/next-offers.ts';
import { offerEnd } from '../../capacity/waiting-list/offer-end.ts';
import { readWaitingSettings } from '../../capacity/waiting-list/settings.ts';
import type { WaitingEntry } from '../../capacity/waiting-list/waiting-entry.ts';
import { readPrograms } from '../../projections/read-projections.ts';
import { withProjections } from '../../projections/with-projections.ts';
import { closingMoment } from '../../records/sessions/session-times.ts';
import { marksOfDay } from '../calendar/days/day-marks.ts';
import { readSitting } from './may-sit.ts';
import { ownCall } from './own-call.ts';

/** Saturdays and yom tov, when no student can answer. R-535 */
export const isRestDay = (day: string): boolean =>
  marksOfDay(day).some(({ leavesOut }) => leavesOut);

/** When an offer that is made now ends. R-535 */
export async function offerUntil(tx: Tx, startsAt: Date): Promise<Date> {
  const { offerHours } = await readWaitingSettings(tx);
  return offerEnd(tx.now, { startsAt, offerHours, isRestDay });
}

/** A session whose line is still offered places. */
const isOffering = (session: LineSession, now: Date): boolean =>
  session.startsAt !== null &&
  session.calledOffAt === null &&
  !session.closedByStaff &&
  !session.draft &&
  now < lineEndsAt({ startsAt: session.startsAt, closesAt: closingMoment(session) });

/**
 * Checks for one student after the other whether they may sit there, and on which kind of place,
 * until the places are passed on.
 */
async function passOn(tx: Tx, line: readonly WaitingEntry[], free: Places): Promise<Passing> {
  const why = new Map<number, string | null>();
  const checked = line.filter(({ state }) => state === 'offered');
  const pass = () => nextOffers(checked, free, ({ id }) => why.get(id) ?? null);
  let passing = pass();
  for (const entry of line) {
    if (isNoPlace(passing.left)) break;
    if (entry.state !== 'waiting') continue;
    const { refusal, needsSpecial } = await readSitting(tx, entry, tx.now);
    why.set(entry.id, refusal?.detail ?? null);
    checked.push({ ...entry, needsSpecial });
    passing = pass();
  }
  return passing;
}

/**
 * Returns the entries to check in this turn: those ahead of the first one that another transaction
 * has locked, whose change comes first, without students who have a place there.
 */
async function entriesToCheck(
  tx: Tx,
  sessionId: number,
): Promise<{ line: WaitingEntry[]; waiting: number; isCut: boolean }> {
  const free = new Set((await takeWaiting(tx, sessionId)).map(({ id }) => id));
  const [line, placed] = await Promise.all([
    readLine(tx, sessionId),
    studentsWithPlace(tx, sessionId),
  ]);
  const waiting = line.filter(({ state }) => state === 'waiting');
  const cut = line.findIndex(({ id, state }) => state === 'waiting' && !free.has(id));
  const settled = cut < 0 ? line : line.slice(0, cut);
  return {
    line: settled.filter(({ state, studentId }) => state === 'offered' || !placed.has(studentId)),
    waiting: waiting.length,
    isCut: cut >= 0,
  };
}

/**
 * Offers the places that were passed to a session's line to its first eligible students, each kind
 * to those who take it; places that no student in line may take are free for all.,
 *
 */
async function offerIn(tx: Tx, sessionId: number): Promise<void> {
  const session = await takeLineSession(tx, sessionId);
  if (session === undefined || !isOffering(session, tx.now)) return;
  const free = passedPlaces(session);
  if (isNoPlace(free)) return;
  const startsAt = session.startsAt as Date;
  const { line, waiting, isCut } = await entriesToCheck(tx, sessionId);
  const { offers, passedOver, left } = await passOn(tx, line, free);
  for (const { entry, why } of passedOver)
    if (entry.skipped !== why) await changeEntry(tx, entry, { type: 'passed_over', why }, startsAt);
  const until = offers.length > 0 ? await offerUntil(tx, startsAt) : startsAt;
  for (const entry of offers) {
    await changeEntry(tx, entry, { type: 'offered', until }, startsAt);
    const { id: waitingId, studentId, registrationId, needsSpecial: special } = entry;
    const hold = { sessionId, studentId, registrationId, waitingId, heldUntil: until, special };
    if (!(await holdForOffer(tx, hold))) throw new Error(`a place is held for entry ${waitingId}`);
  }
  const forAll = isCut ? NO_PLACES : left;
  noteFreed(tx, sessionId, forAll);
  await passPlaces(tx, sessionId, {
    offered: placesWithout(free, left),
    left: forAll,
    hasLine: waiting > offers.length,
  });
}

/** Reads the programmes of the waiting students, in case a branch is reserved for some. */
async function readProgramsOfLine({ db, now }: Call, sessionId: number): Promise<void> {
  const students = new Set((await readLine(db, sessionId)).map(({ studentId }) => studentId));
  for (const studentId of students)
    await readPrograms(db, serviceActor('registration', studentId), studentId, now);
}

/** Offers the places passed to the lines of all sessions, each session in its own transaction. */
export async function offerSeats(db: Database, now: Date): Promise<void> {
  const call = ownCall(db, now);
  await forEachIsolated(
    await sessionsToPass(db),
    (session) => ({ session }),
    async (session) => {
      await readProgramsOfLine(call, session);
      await withProjections(call, () =>
        inTransaction(call, 'offerSeats', (tx) => offerIn(tx, session)),
      );
    },
  );
}

export const offerSeatsJob = (db: Database): Job => ({
  name: 'offer free seats',
  everySeconds: 1,
  run: () => offerSeats(db, steadyNow()),
});
