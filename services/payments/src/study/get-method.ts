import type { Call } from '@portal/kit/commands/command';
import type { Account } from '../partners/merchant-account.ts';
import { currentMethod, type StoredMethod } from './store.ts';
import type { StudyMethod } from './study-method.ts';

export const methodView = ({ account, type, last4 }: StoredMethod): StudyMethod => ({
  account,
  type,
  last4,
});

/**
 * The current method of a student of TTI at an account, or the newest of all; null when there is
 * none. Does not ask the processor.
 */
export async function getStudyMethod(
  { db }: Pick<Call, 'db'>,
  ttiStudentId: string,
  account: Account | null,
): Promise<StudyMethod | null> {
  const found = await currentMethod(db, ttiStudentId, account);
  return found ? methodView(found) : null;
}
