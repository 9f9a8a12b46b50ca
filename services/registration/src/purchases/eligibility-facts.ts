import type { Sql } from '@portal/kit/database/database';
import { type EligibilityRow, readEligibilityFacts } from './store.ts';

/** All that the registration rules ask about a student and an exam. */
export const eligibilityFactsOf = (
  sql: Sql,
  studentId: number,
  examId: number,
): Promise<EligibilityRow> => readEligibilityFacts(sql, studentId, examId);
