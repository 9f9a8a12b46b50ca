import type { Call } from '@portal/kit/commands/command';
import type { Exam } from '../exams/exam.ts';
import { readExams } from '../exams/list-exams.ts';
import { type FetchErrors, lastFetch } from './store.ts';

/** The stored materials, and the outcome of the last fetch. */
export interface Materials extends FetchErrors {
  /** Active exams with at least one material, by subject and vendor. */
  exams: Exam[];
  lastUpdated: Date | null;
}

export async function getMaterials({ db }: Pick<Call, 'db'>): Promise<Materials> {
  const [exams, last] = await Promise.all([readExams(db, null), lastFetch(db)]);
  return {
    exams: exams.filter(({ active, studyMaterials }) => active && studyMaterials.length > 0),
    ...last,
  };
}
