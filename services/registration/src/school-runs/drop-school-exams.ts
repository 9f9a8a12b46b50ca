import { command, type Tx } from '@portal/kit/commands/command';
import { freePlace } from '../capacity/seats.ts';
import { dropWaiting } from './store.ts';

export interface DropSchoolExams {
  studentId: number;
  registrationIds: number[];
}

/**
 * Takes hidden registrations away, and the places that they kept. The last thing of its
 * transaction. Answers which they were.
 */
export async function dropFromRun(
  tx: Tx,
  { studentId, registrationIds }: DropSchoolExams,
): Promise<number[]> {
  const dropped = await dropWaiting(tx, studentId, registrationIds);
  for (const { id, sessionId } of dropped)
    await freePlace(tx, { id, studentId, sessionId, sessionType: '22', sessionMinutes: 0 });
  return dropped.map(({ id }) => id);
}

/**
 * Drops hidden registrations of a school's run that failed; ignores registrations that are no
 * longer hidden.
 */
export const dropSchoolExams = command(
  'dropSchoolExams',
  async (tx, input: DropSchoolExams): Promise<{ dropped: number[] }> => ({
    dropped: await dropFromRun(tx, input),
  }),
);
