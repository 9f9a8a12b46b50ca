import type { Sql } from '@portal/kit/database/database';
import type { RegistrationRow } from '../state/registration-row.ts';
import { readOfExam } from './store.ts';

/** All registrations of a student for an exam but cancelled ones, oldest first. */
export const triesOfExam = async (
  sql: Sql,
  studentId: number,
  examId: number,
): Promise<RegistrationRow[]> =>
  (await readOfExam(sql, studentId, examId)).sort((a, b) => a.id - b.id);
