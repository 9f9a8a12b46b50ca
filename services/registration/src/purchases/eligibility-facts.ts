import type { Sql } from '@portal/kit/database/database';
import { type EligibilityRow, readFactsOfExams } from './store.ts';

export type { EligibilityRow, Try } from './store.ts';

/** All that the registration rules ask about a student and these exams, in the order asked. */
export const eligibilityFactsOf = (
  sql: Sql,
  studentId: number,
  examIds: readonly number[],
): Promise<EligibilityRow[]> => readFactsOfExams(sql, studentId, examIds);
