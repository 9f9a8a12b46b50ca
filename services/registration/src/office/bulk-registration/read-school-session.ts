import type { Call } from '@portal/kit/commands/command';
import { sessionNotFound } from '../../records/sessions/session-rules.ts';
import { closingMoment } from '../../records/sessions/session-times.ts';
import { readSchoolSession, readStudentExams, type StudentExamRow } from './store.ts';

export interface ReadSchoolSession {
  sessionId: number;
  studentIds: number[];
  examIds: number[];
}
export interface SchoolSessionFacts {
  schoolId: number;
  gender: string;
  startsAt: Date;
  /** Closed by staff, called off, or past its closing moment. */
  closed: boolean;
  exams: StudentExamRow[];
}

/**
 * Returns a session of a school and the state of these exams of these students. Throws
 * session_not_found.
 */
export async function readSession(
  { db, now }: Call,
  { sessionId, studentIds, examIds }: ReadSchoolSession,
): Promise<SchoolSessionFacts> {
  const [row, exams] = await Promise.all([
    readSchoolSession(db, sessionId),
    readStudentExams(db, sessionId, studentIds, examIds),
  ]);
  if (row === undefined) throw sessionNotFound();
  const { schoolId, gender, startsAt } = row;
  const moment = closingMoment(row);
  const closed =
    row.calledOffAt !== null || row.closedByStaff || (moment !== null && moment <= now);
  return { schoolId, gender, startsAt, closed, exams };
}
