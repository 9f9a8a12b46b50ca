import { asService, asStaff, asStudent } from '@portal/kit/testing';
import { scheduleSession } from '../booking/session-booking/schedule-session.ts';
import { holdSeat } from '../capacity/seats/hold-seat.ts';
import type { Registration } from '../records/registrations/reading/registration-view.ts';
import { world } from './with-world.ts';

// The ways to a seat of a session: the student books, staff book for the student, and payments
// holds it while the student pays.

export const book = ({ id, studentId }: Registration, sessionId: number) =>
  scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });

export const bookByStaff = ({ id, studentId }: Registration, sessionId: number) =>
  scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });

export const hold = ({ id, studentId }: Registration, sessionId: number) =>
  holdSeat(asService(world.db, 'payments'), { studentId, registrationId: id, sessionId });
