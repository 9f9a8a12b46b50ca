import type { Database } from '@portal/kit/database/database';
import { examsOfCodes, talExams } from './tal-store.ts';

export interface ListTalExams {
  studentIds: readonly number[];
  examCodes: readonly string[];
}

/**
 * Returns exams of TAL that these students took or are to take, by course code without case, for
 * comparison with an invoice; and which exams the codes name.
 */
export async function listTalExams(
  { db }: { db: Database },
  { studentIds, examCodes }: ListTalExams,
) {
  const codes = [...new Set(examCodes.map((code) => code.toLowerCase()))];
  const [exams, known] = await Promise.all([
    talExams(db, studentIds, codes),
    examsOfCodes(db, codes),
  ]);
  return { exams, codes: known };
}
