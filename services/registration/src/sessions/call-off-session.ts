import { type Call, inTransaction, type Tx } from '@portal/kit/command';
import type { Sql } from '@portal/kit/database';
import { openForChange } from '../registrations/change-registration.ts';
import { giveUpSession } from './cancel-session.ts';
import { countsPlaces, leavingRefusal, sessionNotFound } from './session-rules.ts';
import { readSession } from './store.ts';

/** Admin error: the fee stays with the student, however near the session is. */
const OFFICE_ERROR = 3;

export interface CalledOff {
  /** Registrations that have no session any more. */
  freed: number;
  /** Registrations that stay, because their exam has begun. */
  kept: number;
}

const listBooked = (sql: Sql, sessionId: number) =>
  sql.many<{ id: number }>`
    SELECT id FROM registration WHERE session_id = ${sessionId} AND status NOT IN ('pending', 'dropped', 'cancelled') ORDER BY id`;

/** Closes the session, so that nobody books it meanwhile. Refuses with session_not_found what is no session at a location or shipped one. */
const close = (call: Call, sessionId: number) =>
  inTransaction(call, 'callOffSession', async (tx) => {
    const session = await readSession(tx, sessionId, 0);
    if (session === undefined || !countsPlaces(session.sessionType)) throw sessionNotFound();
    if (session.closedByStaff) return;
    await tx.run`UPDATE session SET closed_by_staff = true WHERE id = ${sessionId}`;
    tx.audit({ op: 'update', table: 'session', id: sessionId, change: { closedByStaff: [false, true], calledOff: true } });
  });

/** One student's place at a time: nobody else waits for a whole session to be emptied, and what is cut short goes on where it stopped. */
const free = (call: Call, sessionId: number, registrationId: number): Promise<boolean> =>
  inTransaction(call, 'callOffSession.free', async (tx: Tx) => {
    const row = await openForChange(tx, registrationId, null);
    if (row.sessionId !== sessionId || leavingRefusal(row, true, OFFICE_ERROR, tx.now) !== null) return false;
    await giveUpSession(tx, row, OFFICE_ERROR);
    return true;
  });

/**
 * A session is called off: nobody can book it any more, and everybody who had a place is told and keeps exam, credits and fee (T-14, code ER). Safe
 * to repeat. Refuses with session_not_found.
 */
export async function callOffSession(call: Call, sessionId: number): Promise<CalledOff> {
  await close(call, sessionId);
  const counts: CalledOff = { freed: 0, kept: 0 };
  for (const { id } of await listBooked(call.db, sessionId)) counts[(await free(call, sessionId, id)) ? 'freed' : 'kept'] += 1;
  return counts;
}
