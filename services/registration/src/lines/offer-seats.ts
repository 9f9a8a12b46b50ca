import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { eachByItself, type Job } from '@portal/kit/commands/jobs';
import type { Database } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { marksOfDay } from '../calendar/day-marks.ts';
import { changeEntry } from '../capacity/change-entry.ts';
import { noteFreed } from '../capacity/freed.ts';
import {
  holdForOffer,
  type LineSession,
  passSeats,
  sessionsToPass,
  studentsWithPlace,
  takeLineSession,
} from '../capacity/line-store.ts';
import { readPrograms } from '../projections/read-projections.ts';
import { withProjections } from '../projections/with-projections.ts';
import { closingMoment } from '../sessions/session-times.ts';
import { readLine, takeWaiting } from '../waiting-list/entry-store.ts';
import { lineEndsAt } from '../waiting-list/join-rules.ts';
import { nextOffers, type Passing } from '../waiting-list/next-offers.ts';
import { offerEnd } from '../waiting-list/offer-end.ts';
import { readWaitingSettings } from '../waiting-list/settings.ts';
import type { WaitingEntry } from '../waiting-list/waiting-entry.ts';
import { mayNotSit } from './may-sit.ts';
import { ownCall } from './own-call.ts';

/** Saturdays and yom tov, when nobody can answer. R-535 */
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

/** Asks for one after the other whether she may sit there, until the seats are passed on. R-533 */
async function passOn(tx: Tx, line: readonly WaitingEntry[], seats: number): Promise<Passing> {
  const why = new Map<number, string | null>();
  const asked = line.filter(({ state }) => state === 'offered');
  const pass = () => nextOffers(asked, { seats, special: 0 }, ({ id }) => why.get(id) ?? null);
  let passing = pass();
  for (const entry of line) {
    if (passing.left.seats === 0) break;
    if (entry.state !== 'waiting') continue;
    why.set(entry.id, (await mayNotSit(tx, entry, tx.now))?.detail ?? null);
    asked.push(entry);
    passing = pass();
  }
  return passing;
}

/**
 * Who is asked in this turn: all in line before the first whom somebody else is at, since what she
 * does comes first; of them those who have no place there.
 */
async function askable(
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
 * Offers the seats that were passed to a session's line to the first who may sit there; what nobody
 * in line may take is free for all..
 */
async function offerIn(tx: Tx, sessionId: number): Promise<void> {
  const session = await takeLineSession(tx, sessionId);
  if (session === undefined || session.passedSeats === 0 || !isOffering(session, tx.now)) return;
  const startsAt = session.startsAt as Date;
  const { line, waiting, isCut } = await askable(tx, sessionId);
  const { offers, passedOver, left } = await passOn(tx, line, session.passedSeats);
  for (const { entry, why } of passedOver)
    if (entry.skipped !== why) await changeEntry(tx, entry, { type: 'passed_over', why }, startsAt);
  const until = offers.length > 0 ? await offerUntil(tx, startsAt) : startsAt;
  for (const entry of offers) {
    await changeEntry(tx, entry, { type: 'offered', until }, startsAt);
    const { id: waitingId, studentId, registrationId } = entry;
    const hold = { sessionId, studentId, registrationId, waitingId, heldUntil: until };
    if (!(await holdForOffer(tx, hold))) throw new Error(`a place is held for entry ${waitingId}`);
  }
  const forAll = isCut ? 0 : left.seats;
  noteFreed(tx, sessionId, { seats: forAll, special: 0 });
  await passSeats(tx, sessionId, {
    ...{ offered: offers.length, left: forAll },
    hasLine: waiting > offers.length,
  });
}

/** Asks for the programmes of who waits, where some branch is kept for some. */
async function readProgramsOfLine({ db, now }: Call, sessionId: number): Promise<void> {
  const students = new Set((await readLine(db, sessionId)).map(({ studentId }) => studentId));
  for (const studentId of students)
    await readPrograms(db, serviceActor('registration', studentId), studentId, now);
}

/** Offers what was passed to the lines of all sessions; of any replica, each session by itself. */
export async function offerSeats(db: Database, now: Date): Promise<void> {
  const call = ownCall(db, now);
  await eachByItself(
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
