import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { takeableExams } from './store.ts';

/**
 * Of these exams, those that the student in view could register: on offer for self-service,
 * requirements met.
 */
export async function listTakeableExams(
  { db, actor }: Call,
  { examIds }: { examIds: number[] },
): Promise<{ examIds: number[] }> {
  return { examIds: await takeableExams(db, studentInView(actor), examIds) };
}
