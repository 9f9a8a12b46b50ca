import { randomInt, randomUUID } from 'node:crypto';
import type { Exam as CatalogueExam } from '@portal/proto/catalog/v1/exams';
import { asPart, services } from './services.ts';

/** Adds an exam of one's own to the catalogue and gives its id: a TAL exam of three credits unless said otherwise. */
export async function anExam(about: Partial<CatalogueExam> = {}): Promise<number> {
  const made = {
    id: randomInt(1_000_000, 2_000_000),
    subject: `Made for a test ${randomInt(1e9)}`,
    vendorId: 1,
    vendorName: 'TAL',
    vendorFullname: 'Test of Applied Learning',
    secularNumber: `TST-${randomInt(1e9)}`,
    credits: 3,
    durationMinutes: 90,
    phonesystemActive: true,
    active: true,
    ...about,
  };
  const { exam } = await services.exams.saveExam({ exam: made }, asPart(randomUUID()));
  return exam?.id ?? made.id;
}
