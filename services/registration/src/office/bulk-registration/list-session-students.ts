import type { Call } from '@portal/kit/commands/command';
import { cancellingActorOf, cancelRefusal } from '../../booking/cancelling/cancel-rules.ts';
import { feesDueOf } from '../../records/registrations/state/fees-due.ts';
import { finalResult } from '../../records/registrations/state/grade-result.ts';
import { recentSessions, type SchoolSession } from '../../records/sessions/list-school-sessions.ts';
import { listSitting } from './store.ts';

export interface SessionStudent {
  registrationId: number;
  sessionId: number;
  studentId: number;
  lastName: string;
  firstName: string;
  examId: number;
  examSubject: string;
  vendorName: string;
  isFreeRegistration: boolean;
  /** The caller may cancel it now, as an exam of a school session. */
  canCancel: boolean;
  /** The proctor fee and the additional fee that are owed now. */
  feesDueCents: number;
  /** Absent: not graded. */
  result: 'Pass' | 'Fail' | 'Disqualified' | undefined;
}

/** Why an exam of a school session is cancelled. */
const SCHOOL_EXAM = 6;

/** The exams in sessions of schools, by name of the student. */
export async function listSessionStudents(
  { db, actor, now }: Call,
  sessionIds: readonly number[],
): Promise<SessionStudent[]> {
  const canceller = cancellingActorOf(actor);
  return (await listSitting(db, sessionIds)).map((row) => ({
    registrationId: row.id,
    sessionId: row.sessionId,
    studentId: row.studentId,
    lastName: row.lastName ?? '',
    firstName: row.firstName ?? '',
    examId: row.examId,
    examSubject: row.examSubject ?? '',
    vendorName: row.vendorName ?? '',
    isFreeRegistration: row.isFreeSchoolRegistration,
    canCancel: cancelRefusal(row, canceller, SCHOOL_EXAM, now) === null,
    feesDueCents: feesDueOf(row),
    result: finalResult(row),
  }));
}

/**
 * Lists the sessions of a school from 12 months back on, by date, and the exams in them. The
 * calling service has checked that the school exists and that the caller may see it.
 */
export async function listSchoolSittings(
  call: Call,
  schoolId: number,
): Promise<{ sessions: SchoolSession[]; students: SessionStudent[] }> {
  const sessions = await recentSessions(call, schoolId);
  const ids = sessions.map(({ session }) => session.id);
  return { sessions, students: await listSessionStudents(call, ids) };
}
