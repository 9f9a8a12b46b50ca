import { stateRefusals } from '../../records/registrations/state/registration-machine.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';

/** Exams that are still to be sat in a session, and those that have begun. R-519. */
export function byProgress(rows: readonly RegistrationRow[]): {
  booked: RegistrationRow[];
  begun: RegistrationRow[];
} {
  const isBooked = (row: RegistrationRow) => stateRefusals.session_left(row) === null;
  return { booked: rows.filter(isBooked), begun: rows.filter((row) => !isBooked(row)) };
}

export const studentsOf = (rows: readonly RegistrationRow[]): number[] => [
  ...new Set(rows.map(({ studentId }) => studentId)),
];

/** The facts of exams in a preview; another exam or payment makes another preview. R-516. */
export const previewedExams = (rows: readonly RegistrationRow[]) =>
  rows.map(({ id, status, calendarSequence, proctorPayments }) => [
    id,
    status,
    calendarSequence,
    proctorPayments.map((payment) => [payment.id, payment.state, payment.cents]),
  ]);

/** The exams as named in the email about their change. */
export const bookingsInEmail = (rows: readonly RegistrationRow[]) =>
  rows.map(({ id: registrationId, calendarSequence }) => ({
    registrationId,
    calendarSequence: calendarSequence + 1,
  }));
