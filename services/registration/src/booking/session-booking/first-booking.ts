import { can } from '@portal/access/can';
import { isStaff } from '@portal/kit/auth/actor';
import type { Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { ProjectionMissing } from '../../projections/with-projections.ts';
import { NO_FEES } from '../../records/fees/proctor-fee.ts';
import { readSession, readStudentFacts } from '../../records/sessions/read-session.ts';
import { placesFor } from '../../records/sessions/seen-places.ts';
import type { SessionRow } from '../../records/sessions/session-row.ts';
import { sessionNotFound } from '../../records/sessions/session-rules.ts';
import { overlaps } from '../../records/sessions/session-times.ts';
import { type Bookable, bookingRefusal } from './booking-rules.ts';

/** The state of a new registration. */
const justRegistered: Bookable = {
  status: 'registered',
  batchId: null,
  arrivedBack: null,
  onlineExamStarted: null,
  onlineProgramStarted: null,
  onlineProgramCompleted: null,
  isOldSystem: false,
  sessionId: null,
  sessionType: null,
  sessionStartsAt: null,
};

type ExamFacts = Pick<
  tables.ExamProjection,
  'durationMinutes' | 'onlineOnly' | 'programContentCode'
>;

const readExam = (sql: Sql, examId: number): Promise<ExamFacts | undefined> =>
  sql.maybe<ExamFacts>`
    SELECT duration_minutes, online_only, program_content_code FROM exam_copy WHERE id = ${examId}`;

/**
 * Returns the session at a branch that is to be booked for an exam as soon as it is registered.
 * Refuses as booking does, except for fees, which are paid with the registration; throws
 * session_not_found for sessions of another kind. Throws ProjectionMissing.
 */
export async function firstBooking(
  tx: Tx,
  { studentId, examId, sessionId }: { studentId: number; examId: number; sessionId: number },
): Promise<SessionRow> {
  const [target, exam] = await Promise.all([
    readSession(tx, sessionId, { studentId, now: tx.now }),
    readExam(tx, examId),
  ]);
  if (target === undefined || target.sessionType !== '21') throw sessionNotFound();
  const { startsAt, locationId } = target;
  const facts = await readStudentFacts(tx, {
    studentId,
    registrationId: 0,
    sessionId,
    locationId,
  });
  if (facts === undefined || exam === undefined) throw new ProjectionMissing({ studentId, examId });
  const refusal = bookingRefusal(
    {
      byStaff: isStaff(tx.actor),
      mayGoWithoutRoom: can(tx.actor, 'room_rule.override'),
      student: facts,
      registration: justRegistered,
      exam: {
        durationMinutes: exam.durationMinutes,
        onlineOnly: exam.onlineOnly,
        hasProgram: exam.programContentCode !== null,
      },
      courseDeadline: null,
      session: {
        ...target,
        ...placesFor(target),
        type: target.sessionType,
        branch: facts.branch,
        isOffered: target.offerId !== null,
      },
      overlaps:
        startsAt !== null && facts.otherStarts.some((other) => overlaps(new Date(other), startsAt)),
      feesDue: NO_FEES,
    },
    tx.now,
  );
  if (refusal) throw refusal;
  return target;
}
