import type { Sql } from '@portal/kit/database';
import type { FeePlace } from './proctor-fee.ts';
import { sessionNotFound } from './session-rules.ts';
import { readSession, readStudentFacts } from './store.ts';

/** A session as to its fee and its seats, for one student. */
export interface Place extends FeePlace {
  sessionId: number;
  /** Null: no limit. */
  seatsLeft: number | null;
  hasASeat: boolean;
}

/** A session that a student may be about to book. Refuses with session_not_found. */
export async function findPlace(sql: Sql, sessionId: number, studentId: number): Promise<Place> {
  const row = await readSession(sql, sessionId, studentId);
  if (row === undefined) throw sessionNotFound();
  const isOfSchool = row.sessionType === '22';
  const facts = isOfSchool ? await readStudentFacts(sql, { studentId, registrationId: 0, sessionId, locationId: null }) : undefined;
  return {
    sessionId,
    type: row.sessionType,
    schoolCharges: facts?.schoolCharges ?? false,
    seatsLeft: row.seatsLeft,
    hasASeat: row.hasASeat,
  };
}
