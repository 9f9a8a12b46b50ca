import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { asBff } from './as.ts';
import { seedClient } from './clients.ts';

/** Returns the price of each exam in credits, read once. */
export async function creditsOfExams(): Promise<(examId: number) => number> {
  const exams = seedClient(ExamsServiceDefinition, 'CATALOG_ADDR');
  const list = await exams.listExams({ knownVersion: 0 }, asBff);
  const credits = new Map(list.exams.map((exam) => [exam.id, exam.credits]));
  return (examId) => {
    const found = credits.get(examId);
    if (found === undefined) throw new Error(`exam ${examId} is not in the catalogue`);
    return found;
  };
}
