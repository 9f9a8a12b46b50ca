import { randomInt, randomUUID } from 'node:crypto';
import { getAllActiveExams } from '@portal/contract/exams/exams';
import type { Exam as CatalogueExam } from '@portal/proto/catalog/v1/exams';
import { asTool, tool } from '../../portal/services.ts';
import { until } from '../../portal/until.ts';
import { signedInStaff } from '../people/staff.ts';

/**
 * Waits until the portal offers an exam: its projection of the catalogue follows a moment later.
 * Signs in each time, since a session that is kept may have ended by the next call.
 */
async function isOffered({ id, subject }: { id: number; subject: string }): Promise<void> {
  const person = await signedInStaff('ROLE_ADMIN');
  await until(
    () => person.do(getAllActiveExams, {}),
    (exams) => exams.some((exam) => exam.id === id && exam.subject === subject),
  );
}

/**
 * Adds an exam for one test to the catalogue and returns its id once it is offered. By default a
 * TAL exam of three credits.
 */
export async function anExam(about: Partial<CatalogueExam> = {}): Promise<number> {
  const made = {
    id: randomInt(1_000_000, 2_000_000_000),
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
  const { exam } = await tool.exams.saveExam({ exam: made }, asTool(randomUUID()));
  const id = exam?.id ?? made.id;
  if (made.active) await isOffered({ ...made, id });
  return id;
}
