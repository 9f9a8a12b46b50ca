import { client } from '@portal/kit/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { seeding } from './as.ts';

/** What each exam costs in credits, asked once. */
export async function creditsOfExams(): Promise<(examId: number) => number> {
  const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'seed');
  const list = await exams.listExams({ knownVersion: 0 }, { actor: seeding('exams').actor });
  const credits = new Map(list.exams.map((exam) => [exam.id, exam.credits]));
  return (examId) => {
    const found = credits.get(examId);
    if (found === undefined) throw new Error(`exam ${examId} is not in the catalogue`);
    return found;
  };
}
