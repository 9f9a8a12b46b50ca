import type { Tx } from '@portal/kit/commands/command';
import { SessionStudentChanged } from '@portal/proto/registration/v1/events';

const DAY_MS = 86_400_000;

/**
 * Emits for the sessions within a day before and after now that facts about one of their students,
 * such as a bar, have changed. Pages of other days poll. O-03
 */
export async function emitStudentChanges(tx: Tx, studentId: number): Promise<void> {
  const now = tx.now.getTime();
  const [after, before] = [new Date(now - DAY_MS), new Date(now + DAY_MS)];
  const sessions = await tx.many<{ sessionId: number }>`
    SELECT p.session_id FROM student_session p JOIN session s ON s.id = p.session_id
    WHERE p.student_id = ${studentId} AND s.starts_at >= ${after} AND s.starts_at < ${before}`;
  for (const { sessionId } of sessions) tx.emit(SessionStudentChanged, { sessionId, studentId });
}
