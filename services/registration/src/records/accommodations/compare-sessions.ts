import { dayInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { type Granted, grantedOn, ownEnd } from './exam-minutes.ts';
import { type SessionProblem, sessionProblem } from './session-problem.ts';
import { listComingSessions } from './store.ts';

/** A session with a changed end for the student, or that does not fit any more. */
export interface ChangedSession {
  sessionId: number;
  startsAt: Date;
  /** The student's own, afterwards. */
  endsAt: Date;
  /** The student's own, before. */
  endsBefore: Date;
  /** Null: it fits. */
  problem: SessionProblem | null;
}

/**
 * Returns the student's coming sessions whose end differs between the two sets of granted
 * accommodations, and those that do not fit the second set, each by start.
 */
export async function compareSessions(
  { db, now }: Pick<Call, 'db' | 'now'>,
  { studentId, before, after }: { studentId: number; before: Granted[]; after: Granted[] },
): Promise<ChangedSession[]> {
  const sessions = await listComingSessions(db, studentId, now);
  return sessions.flatMap((session) => {
    const { sessionId, startsAt, durations } = session;
    const day = dayInNewYork(startsAt);
    const endBy = (granted: Granted[]) => ownEnd(startsAt, durations, grantedOn(granted, day));
    const [endsBefore, endsAt] = [endBy(before), endBy(after)];
    const problem = sessionProblem(session, after);
    const isSame = problem === null && +endsAt === +endsBefore;
    return isSame ? [] : [{ sessionId, startsAt, endsAt, endsBefore, problem }];
  });
}
