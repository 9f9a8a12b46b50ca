import type { Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { domainError } from '../errors.ts';
import type { Deciding } from './store.ts';

/**
 * Runs a write that links a seminary student with a student on record. Refuses with wrong_student
 * when that student is linked with another seminary student.
 */
export async function linkTo(
  tx: Tx,
  row: Deciding,
  studentId: number,
  write: () => Promise<void>,
): Promise<void> {
  if (row.studentId === null && (await isLinked(tx, studentId))) throw domainError('wrong_student');
  try {
    await write();
  } catch (error) {
    throw isDuplicate(error, 'seminary_student_student_id_key')
      ? domainError('wrong_student')
      : error;
  }
}

const isLinked = async (tx: Tx, studentId: number): Promise<boolean> =>
  (await tx.maybe`SELECT 1 AS known FROM seminary_student WHERE student_id = ${studentId}`) !==
  undefined;
