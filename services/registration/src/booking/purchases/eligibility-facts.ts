import type { Sql } from '@portal/kit/database/database';
import { type EligibilityRow, readFactsOfExams } from './store.ts';

export type { EligibilityRow, Try } from './store.ts';

/** Returns the facts for the registration rules of a student and these exams, in their order. */
export const eligibilityFactsOf = (
  sql: Sql,
  studentId: number,
  examIds: readonly number[],
): Promise<EligibilityRow[]> => readFactsOfExams(sql, studentId, examIds);
