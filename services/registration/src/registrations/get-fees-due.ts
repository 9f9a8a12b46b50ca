import type { Database } from '@portal/kit/database';
import { conflict } from '@portal/kit/errors';
import { findPlace } from '../sessions/find-place.ts';
import { asksProctorFee, proctorFee, proctorFeeIfMoved } from '../sessions/proctor-fee.ts';
import { sessionFull } from '../sessions/session-rules.ts';
import { additionalFeeOwed } from './additional-fee.ts';
import { additionalFeeOf, placeOf, sittingOf } from './registration-row.ts';
import { registrationNotFound } from './registration-rules.ts';
import { isOpen } from './registration-state.ts';
import { readRegistration } from './store.ts';

export interface GetFeesDue {
  studentId: number;
  registrationId: number;
  examId: number;
  /** The session the student is about to book. */
  sessionId?: number | undefined;
}
/** All in cents. */
export interface FeesDue {
  proctorFeeCents: number;
  proctorFeeIfMovedCents: number;
  additionalFeeCents: number;
}

export const registrationClosed = () => conflict('registration_closed', 'This exam is cancelled or taken already.');

/**
 * What the fees of a registration are now, for payments before it charges. Refuses with registration_not_found, registration_closed, or
 * session_full when the session to be booked has no place for this student.
 */
export async function getFeesDue({ db, now }: { db: Database; now: Date }, asked: GetFeesDue): Promise<FeesDue> {
  const row = await readRegistration(db, asked.registrationId);
  if (row === undefined || row.studentId !== asked.studentId || row.examId !== asked.examId) throw registrationNotFound();
  if (!isOpen(row.status)) throw registrationClosed();
  const target = asked.sessionId === undefined ? null : await findPlace(db, asked.sessionId, asked.studentId);
  if (target !== null && target.seatsLeft === 0 && !target.hasASeat) throw sessionFull();
  const place =
    target === null || target.sessionId === row.sessionId ? placeOf(row) : { type: target.type, schoolCharges: target.schoolCharges };
  return {
    proctorFeeCents: proctorFee(sittingOf(row), place),
    proctorFeeIfMovedCents:
      row.sessionId !== null && asksProctorFee(place) ? proctorFeeIfMoved(sittingOf(row), row.sessionStartsAt, now) : 0,
    additionalFeeCents: additionalFeeOwed(additionalFeeOf(row)),
  };
}
