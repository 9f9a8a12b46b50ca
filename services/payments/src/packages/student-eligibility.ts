import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { registrations, seminaryStudents } from '../clients.ts';
import { withProjections } from '../projections/buyer.ts';
import {
  type Eligibility,
  isBoundToExams,
  type Program,
  packageForSale,
} from './package-for-sale.ts';

/** The seminary programmes of a student. */
export async function programsOf(
  { actor, requestId }: Call,
  studentId: number,
): Promise<Program[]> {
  const by = { actor: { ...actor, studentId }, requestId };
  return (await seminaryStudents.listStudentPrograms({}, by)).programs;
}

/**
 * Fetches the facts that decide whether a student may have this package: their seminary programmes
 * when it is for a programme, the exams they may take when it is bound to exams. Makes its calls
 * outside of any transaction, and none for the usual package.
 */
export async function eligibilityFor(
  call: Call,
  packageId: number,
  studentId: number,
): Promise<Eligibility> {
  const { offer } = await withProjections(call, () =>
    packageForSale(call.db, packageId, studentId, call.now),
  );
  if (!offer) return { programs: null, mayTakeOne: null };
  const { requestId } = call;
  if (offer.seminaryStudyTtiProgramId !== null)
    return { programs: await programsOf(call, studentId), mayTakeOne: null };
  if (!isBoundToExams(offer)) return { programs: null, mayTakeOne: null };
  const by = { actor: serviceActor('payments', studentId), requestId };
  const { examIds } = await registrations.listTakeableExams({ examIds: offer.examsAllowed }, by);
  return { programs: null, mayTakeOne: examIds.length > 0 };
}
