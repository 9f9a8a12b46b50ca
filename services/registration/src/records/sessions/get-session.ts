import { canAtSchool } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { ProjectionMissing, withProjections } from '../../projections/with-projections.ts';
import { readSession, readStudentFacts, type StudentFacts } from './read-session.ts';
import { type Session, type SessionRow, sessionView } from './session-row.ts';
import { sessionNotFound } from './session-rules.ts';

/**
 * Whether a student may see a session: they sit in it, or could book it by their gender and at a
 * branch that is open to them.
 */
function isVisibleToStudent(
  {
    sessionType,
    schoolId,
    gender,
    hasASeat,
  }: Pick<SessionRow, 'sessionType' | 'schoolId' | 'gender' | 'hasASeat'>,
  facts: Pick<StudentFacts, 'gender' | 'schoolId' | 'branch' | 'programIds'>,
): boolean {
  if (hasASeat) return true;
  if (gender !== '3' && gender !== facts.gender) return false;
  if (sessionType === '22') return schoolId === facts.schoolId;
  const { branch, programIds } = facts;
  const isOfProgram =
    branch !== null &&
    (branch.programIds.length === 0 || branch.programIds.some((id) => programIds.includes(id)));
  return sessionType === '21' && branch !== null && !branch.adminOnly && isOfProgram;
}

/** Returns a session. Throws session_not_found, also if the caller may not see it (C-S54). */
export const getSession = (call: Call, sessionId: number): Promise<Session> =>
  withProjections(call, () => findSession(call, sessionId));

async function findSession(call: Call, sessionId: number): Promise<Session> {
  const { db, actor, now } = call;
  const studentId = actor.studentId ?? 0;
  const row = await readSession(db, sessionId, { studentId, now });
  if (row === undefined) throw sessionNotFound();
  if (actor.kind === 'student') {
    const facts = await readStudentFacts(db, {
      studentId: actor.id,
      registrationId: 0,
      sessionId,
      locationId: row.locationId,
    });
    if (facts === undefined) throw new ProjectionMissing({ studentId: actor.id });
    if (!isVisibleToStudent(row, facts)) throw sessionNotFound();
  } else if (!canAtSchool(actor, 'session.read', row.schoolId)) {
    throw sessionNotFound();
  }
  return sessionView(row, now);
}
