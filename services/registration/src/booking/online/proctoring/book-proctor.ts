import { studentInView } from '@portal/kit/auth/actor';
import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { ProctorBooked, ProctorBookingGivenUp } from '@portal/proto/registration/v1/events';
import { createSitting } from '../../../capacity/seats/sessions/create-sessions.ts';
import { domainError } from '../../../errors.ts';
import { orRefuse } from '../../../partners/partner-refusal.ts';
import { bookSitting, freshLink } from '../../../partners/proctoring.ts';
import { withProjections } from '../../../projections/with-projections.ts';
import { paymentsAfterBooking } from '../../../records/fees/proctor-fee.ts';
import {
  noteChange,
  reloadView,
  updateRegistration,
} from '../../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../../records/registrations/reading/registration-view.ts';
import { allowed } from '../../../records/registrations/state/registration-change.ts';
import { minutesToday } from '../sitting/exam-time.ts';
import {
  type OnlineRow,
  openOnline,
  readOnline,
  studentOf,
  withExam,
} from '../sitting/online-row.ts';
import { proctorRefusal, refuseStaff, unlessRefused } from '../sitting/online-rules.ts';
import { changeSitting, hasProctor } from '../sitting/sitting-machine.ts';
import { hashOf, startLink, startToken } from '../sitting/start-key.ts';
import { keepStartToken } from '../sitting/store.ts';

export interface OnlineExam {
  examId: number;
  registrationId: number;
}
export interface ProctorLink {
  url: string;
  sessionId: number;
  proctorUuid: string;
  registration: Registration | undefined;
}
interface State {
  studentId: number;
  /** The sitting's name at the proctoring service: one for each booking of a registration. */
  reference: string;
  /**
   * Of the registration's booking before; another number since then means a concurrent booking.
   */
  sequence: number;
  /** Already booked: only a fresh link is requested. */
  booked: string | null;
  /**
   * The booking goes on with a new start link, which is made of this; otherwise it is made
   * of the reference.
   */
  newLink?: string | undefined;
  url?: string;
  proctorUuid?: string;
  sessionId?: number;
  registration?: Registration | undefined;
}

/**
 * Attempts before the booking is abandoned; until then the booking is retried as soon as the
 * service answers.
 */
const MAX_ATTEMPTS = 3;

const bookedConcurrently = () =>
  domainError('session_booked', 'This exam was booked or changed meanwhile. Please try again.');

async function begin(
  tx: Tx,
  { registrationId, examId }: OnlineExam,
  { actor, now }: Call,
): Promise<State> {
  const row = withExam(
    await openOnline(tx, { registrationId, examId, studentId: studentInView(actor) }),
  );
  const refusal = proctorRefusal(row, now);
  if (refusal) throw refusal;
  const { studentId, calendarSequence: sequence, reopenedAt } = row;
  const booked = hasProctor(row) ? row.proctorUuid : null;
  const reference = `${registrationId}-${booked === null ? sequence + 1 : sequence}`;
  const newLink =
    booked !== null && needsNewLink(row) ? `${reference} ${reopenedAt?.toISOString()}` : undefined;
  return { studentId, sequence, reference, booked, newLink };
}

/** Opened again, or its completed flag cleared, and no start link given since. */
const needsNewLink = ({ reopenedAt, hasStartLink }: OnlineRow): boolean =>
  reopenedAt !== null && !hasStartLink;

function ask(
  row: OnlineRow,
  now: Date,
  { reference, booked, newLink }: State,
): Promise<{ proctorUuid: string; url: string }> {
  if (booked !== null && newLink === undefined)
    return freshLink(booked).then((url) => ({ url, proctorUuid: booked }));
  const start = { studentId: row.studentId, examId: row.examId, registrationId: row.id };
  return bookSitting({
    reference,
    student: studentOf(row),
    exam: {
      code: row.examProctorCode ?? '',
      name: row.subject ?? '',
      minutes: minutesToday(row, now),
    },
    startUrl: startLink(start, startToken(newLink ?? reference)),
  });
}

/** T-20, unless it is done. */
async function book(
  tx: Tx,
  row: OnlineRow,
  { sequence, reference, proctorUuid }: State,
): Promise<number> {
  if (hasProctor(row) && row.proctorUuid === proctorUuid) return row.sessionId as number;
  const refusal = proctorRefusal(row, tx.now);
  if (refusal || row.calendarSequence !== sequence || hasProctor(row))
    throw refusal ?? bookedConcurrently();

  const sessionId = await createSitting(tx);
  const booking = { sessionId, proctorUuid: proctorUuid as string };
  await updateRegistration(
    tx,
    row,
    allowed(changeSitting(row, { type: 'proctor_booked', ...booking }, tx.now)),
  );
  await keepStartToken(tx, row.id, hashOf(startToken(reference)), tx.now);
  const payments = paymentsAfterBooking(
    row.proctorPayments,
    { type: '99', schoolCharges: false, sessionId },
    null,
    tx.now,
  );
  await noteChange(tx, row, { status: 'scheduled', sessionId, payments, reason: null });
  const { id: registrationId, studentId, examId } = row;
  tx.emit(ProctorBooked, {
    registrationId,
    studentId,
    examId,
    sessionId,
    calendarSequence: sequence + 1,
  });
  const change = { status: [row.status, 'scheduled'], session: [null, sessionId], online: true };
  tx.audit({ op: 'update', table: 'registration', id: registrationId, studentId, change });
  return sessionId;
}

/** The new start link of a booking that goes on comes into force. */
async function goOn(tx: Tx, row: OnlineRow, { newLink, proctorUuid }: State): Promise<number> {
  if (newLink !== undefined && needsNewLink(row)) {
    if (!newLink.endsWith(row.reopenedAt?.toISOString() ?? '')) throw bookedConcurrently();
    await keepStartToken(tx, row.id, hashOf(startToken(newLink)), tx.now);
    const renewed = { type: 'booking_renewed', proctorUuid: proctorUuid as string } as const;
    await updateRegistration(tx, row, allowed(changeSitting(row, renewed, tx.now)));
  }
  return row.sessionId ?? 0;
}

/** The booking at the proctoring service, then the sitting here (C-S44, T-20). */
export const bookProctorProcess = durable<OnlineExam, State, ProctorLink>({
  name: 'bookProctor',
  begin,
  steps: [
    {
      name: 'book',
      async run({ input: { registrationId }, state, call, attempt }) {
        const row = await readOnline(call.db, { registrationId });
        if (state.booked === null && attempt > 0 && row.calendarSequence > state.sequence + 1)
          throw bookedConcurrently();
        return orRefuse('proctor_failed', ask(row, call.now, state), attempt >= MAX_ATTEMPTS);
      },
      async commit(tx, { input: { registrationId }, state }) {
        const row = await openOnline(tx, { registrationId });
        const sessionId =
          state.booked === null ? await book(tx, row, state) : await goOn(tx, row, state);
        return { sessionId, registration: await reloadView(tx, row) };
      },
      // perhaps the service has booked and only its answer was lost
      async undo(
        tx,
        {
          input: { registrationId },
          state: { studentId, booked, proctorUuid = '', reference },
          attempt,
        },
      ) {
        if (booked !== null || (proctorUuid === '' && attempt === 0)) return;
        tx.emit(ProctorBookingGivenUp, { registrationId, studentId, proctorUuid, reference });
      },
    },
  ],
  answer: ({ url = '', sessionId = 0, proctorUuid = '', registration }) => ({
    url,
    sessionId,
    proctorUuid,
    registration,
  }),
});

/**
 * Books the proctored sitting, or returns a fresh link to it; a replay returns the first link,
 * while the student may still get one. Throws staff_cannot_start, registration_not_found,
 * exam_completed, office_only, registration_denied, paper_only, not_online, session_booked,
 * course_not_completed, course_time_over, fees_due (expected: cents) or proctor_failed.
 */
export function bookProctor(call: Call, input: OnlineExam): Promise<ProctorLink> {
  refuseStaff(call.actor);
  return withProjections(call, async () => {
    const link = await bookProctorProcess.start(call, input);
    const studentId = studentInView(call.actor);
    const row = withExam(await readOnline(call.db, { ...input, studentId }));
    return unlessRefused(proctorRefusal(row, call.now))(link);
  });
}
