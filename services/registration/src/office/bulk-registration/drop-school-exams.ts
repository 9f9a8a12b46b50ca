import { command, type Tx } from '@portal/kit/commands/command';
import { freePlace } from '../../capacity/seats/seats.ts';
import { dropWaiting } from './store.ts';

export interface DropSchoolExams {
  studentId: number;
  registrationIds: number[];
}

/**
 * Drops hidden registrations and releases their places. To be the last step of its transaction.
 * Returns the dropped ones.
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
