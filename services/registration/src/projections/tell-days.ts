import type { Tx } from '@portal/kit/commands/command';
import { SessionStudentChanged } from '@portal/proto/registration/v1/events';

const DAY_MS = 86_400_000;

/**
 * Tells the sessions of these days, a day before and behind now, that something is known anew of
 * students who are in them, such as a bar. Pages of other days ask by themselves. O-03
 */
export async function tellDaysOf(tx: Tx, studentId: number): Promise<void> {
  const now = tx.now.getTime();
  const [after, before] = [new Date(now - DAY_MS), new Date(now + DAY_MS)];
  const sessions = await tx.many<{ sessionId: number }>`
    SELECT p.session_id FROM student_session p JOIN session s ON s.id = p.session_id
    WHERE p.student_id = ${studentId} AND s.starts_at >= ${after} AND s.starts_at < ${before}`;
  for (const { sessionId } of sessions) tx.emit(SessionStudentChanged, { sessionId, studentId });
}
