import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Granted } from '../../../records/accommodations/exam-minutes.ts';
import { needsSpecialPlace } from '../../../records/accommodations/special-place.ts';
import { lockWaitingOf, markNeeds } from '../../waiting-list/entry-store.ts';
import { noteFreed } from '../places/freed.ts';
import { fitRoomTimes } from '../rooms/room-times.ts';
import {
  assignToWaiting,
  type FittedPlace,
  lockPlaces,
  markWanted,
  sessionsToAssignIn,
  takeSeatInstead,
} from './special-store.ts';

/**
 * Assigns free special places to students who were booked without one. To be one of the
 * last steps of a transaction: it locks the session's row.
 */
export async function assignSpecialPlaces(tx: Tx, sessionId: number): Promise<void> {
  const given = await assignToWaiting(tx, sessionId);
  for (const { studentId } of given)
    tx.audit({
      op: 'update',
      table: 'session',
      id: sessionId,
      studentId,
      change: { specialPlace: [null, 'given'] },
    });
  noteFreed(tx, sessionId, {
    seats: given.filter(({ took }) => took === 'seat').length,
    special: 0,
  });
}

/** Adapts a student's place in one session to the accommodations; keeps each booking. R-548 */
async function fitPlace(
  tx: Tx,
  studentId: number,
  granted: readonly Granted[],
  { sessionId, startsAt, takes, specialWantedAt }: FittedPlace,
): Promise<void> {
  const whose = { sessionId, studentId };
  const needs = needsSpecialPlace(granted, dayInNewYork(startsAt));
  if (needs && takes !== 'special') {
    if (specialWantedAt === null) await markWanted(tx, whose, tx.now);
    await assignSpecialPlaces(tx, sessionId);
  }
  if (!needs && takes === 'seat' && specialWantedAt !== null) await markWanted(tx, whose, null);
  if (!needs && takes !== 'seat' && (await takeSeatInstead(tx, { ...whose, took: takes }))) {
    if (takes === 'special') noteFreed(tx, sessionId, { seats: 0, special: 1 });
    await assignSpecialPlaces(tx, sessionId);
  }
  await fitRoomTimes(tx, sessionId);
}

/** Adapts a student's entries to their accommodations; locks them before any session's row. */
async function fitEntries(tx: Tx, studentId: number, granted: readonly Granted[]): Promise<void> {
  for (const { id, startsAt, needsSpecial } of await lockWaitingOf(tx, studentId)) {
    const needs = needsSpecialPlace(granted, dayInNewYork(startsAt));
    if (needs !== needsSpecial) await markNeeds(tx, id, needs);
  }
}

/**
 * Adapts the coming bookings of a student to their accommodations, in one session or in all
 * (null). A student who needs a special place and finds none keeps the booking and waits; one who
 * needs none any more moves to a seat when one is left. Waiting-list entries change alike. R-540,
 *
 */
export async function fitPlaces(
  tx: Tx,
  studentId: number,
  granted: readonly Granted[],
  sessionId: number | null,
): Promise<void> {
  await fitEntries(tx, studentId, granted);
  for (const place of await lockPlaces(tx, studentId, sessionId, tx.now))
    await fitPlace(tx, studentId, granted, place);
}

/** Assigns free special places that a concurrent change of the order left unassigned. */
export async function assignLeftoverSpecialPlaces(db: Database, now: Date): Promise<void> {
  const call = { db, now, requestId: requestIdOrNew(), actor: serviceActor('registration') };
  await forEachIsolated(
    await sessionsToAssignIn(db, now),
    (session) => ({ session }),
    (session) => inTransaction(call, 'giveSpecialPlaces', (tx) => assignSpecialPlaces(tx, session)),
  );
}

export const assignSpecialPlacesJob = (db: Database): Job => ({
  name: 'give special places',
  everySeconds: 10,
  run: () => assignLeftoverSpecialPlaces(db, steadyNow()),
});
