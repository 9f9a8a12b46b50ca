import type { Sql } from '@portal/kit/database';
import { type ApplicantRow, readApplicant } from './store.ts';

/** All that the registration rules ask about a student and an exam. */
export const applicantOf = (sql: Sql, studentId: number, examId: number): Promise<ApplicantRow> => readApplicant(sql, studentId, examId);
