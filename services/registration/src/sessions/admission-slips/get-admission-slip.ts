import { studentInView } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { calendarFile } from '../../emails/calendar.ts';
import { examsOfSitting } from '../../emails/mailed-sitting.ts';
import { domainError, sessionDayError } from '../../errors.ts';
import { grantedOn, ownEnd } from '../../records/accommodations/exam-minutes.ts';
import { findRegistration } from '../../records/registrations/reading/find-registration.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { readBookedBy } from '../session-operations/run-store.ts';
import { slipCode } from './slip-code.ts';
import { readSlipFacts } from './store.ts';

export interface AdmissionSlip {
  name: string;
  sessionId: number;
  placeName: string | undefined;
  placeAddress: string | undefined;
  startsAt: Date;
  endsAt: Date;
  subjects: string[];
  code: string;
  /** The exams of the session as iCalendar text, the same events as in mails and feeds. */
  calendar: string;
}

const noSlip = () => sessionDayError('no_slip');

const hasPlace = ({ status, sessionType, isSessionCalledOff }: RegistrationRow): boolean =>
  status === 'scheduled' && sessionType !== '99' && !isSessionCalledOff;

/**
 * Returns the admission slip of the student in view for the session that an exam is scheduled in,
 * with all their exams of that session (C-O14). Throws registration_not_found, and no_slip when
 * the exam is not scheduled in a session with a place, or the session is over for the student.
 */
export async function getAdmissionSlip(call: Call, registrationId: number): Promise<AdmissionSlip> {
  const { db, actor, now } = call;
  const studentId = studentInView(actor);
  const row = await findRegistration(db, { studentId, registrationId });
  const { sessionId, sessionStartsAt: startsAt } = row;
  if (!hasPlace(row) || sessionId === null || startsAt === null) throw noSlip();
  const [facts, booked] = await Promise.all([
    readSlipFacts(db, sessionId, studentId),
    readBookedBy(db, sessionId, studentId),
  ]);
  if (facts === undefined) throw domainError('student_not_found');
  const own = booked.filter(hasPlace);
  const endsAt = ownEnd(
    startsAt,
    own.map(({ durationMinutes }) => durationMinutes ?? 0),
    grantedOn(facts.accommodations, dayInNewYork(startsAt)),
  );
  if (endsAt <= now) throw noSlip();
  const exams = await examsOfSitting(
    db,
    own.map(({ id, calendarSequence }) => ({ registrationId: id, calendarSequence })),
  );
  const place = [facts.placeName, facts.placeAddress].filter(Boolean).join(', ');
  return {
    name: `${facts.firstName} ${facts.lastName}`,
    sessionId,
    placeName: facts.placeName ?? undefined,
    placeAddress: facts.placeAddress ?? undefined,
    startsAt,
    endsAt,
    subjects: facts.subjects,
    code: slipCode({ sessionId, studentId }, now),
    calendar: calendarFile({ exams, startsAt, endsAt, place, isCancelled: false }, now).content,
  };
}
