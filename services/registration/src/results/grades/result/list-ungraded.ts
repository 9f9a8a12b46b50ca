import type { Database } from '@portal/kit/database/database';
import { listUngraded as list, type UngradedExam } from './store.ts';

const MOST = 1000;

export interface ListUngraded {
  studentId?: number | undefined;
  afterId: number;
  limit: number;
}

/** Lists taken exams without a grade, for requests to their vendors. */
export const listUngraded = (
  { db }: { db: Database },
  { studentId, afterId, limit }: ListUngraded,
): Promise<UngradedExam[]> =>
  list(db, studentId ?? null, afterId, limit < 1 ? MOST : Math.min(limit, MOST));
