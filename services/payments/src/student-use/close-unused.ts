import type { Call } from '@portal/kit/commands/command';
import { waitForOlderTransactions } from '@portal/kit/database/wait-for-older';
import { closeCopies, openCopies } from '../projections/close-projections.ts';
import { askStudents, takeStudents } from '../projections/fetch-projections.ts';
import { listUse, type StudentUse } from './list-use.ts';

/**
 * Closes the students who are not in use, and returns the use of the others. Closes them
 * first and then waits for transactions that began before, so that no student in use stays closed
 * and no closed student comes into use. Safe to repeat.
 */
export async function closeUnusedStudents({ db, now }: Call, ids: number[]): Promise<StudentUse[]> {
  if (ids.length === 0) return [];
  // those whose event has not arrived yet
  await takeStudents(db, await askStudents(ids));
  await closeCopies(db, ids, now);
  await waitForOlderTransactions(db);
  const uses = await listUse(db, ids);
  await openCopies(
    db,
    uses.map(({ studentId }) => studentId),
  );
  return uses;
}

/** Opens students again. */
export const reopenStudents = ({ db }: Call, ids: number[]): Promise<void> => openCopies(db, ids);
