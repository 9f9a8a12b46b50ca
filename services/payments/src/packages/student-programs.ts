import type { Call } from '@portal/kit/command';
import { seminaryStudents } from '../clients.ts';
import { withCopies } from '../copies/buyer.ts';
import type { PackageCopy } from '../copies/package-copy.ts';
import { type Program, packageForSale } from './package-for-sale.ts';

/** The student's seminary programmes when this package is for one; asked outside of any transaction, and not at all for the usual package. */
export async function programsFor(call: Call, packageId: number, studentId: number): Promise<Program[] | null> {
  const { offer }: { offer: PackageCopy | undefined } = await withCopies(call, () => packageForSale(call.db, packageId, studentId));
  if (!offer || offer.seminaryStudyTtiProgramId === null) return null;
  const { programs } = await seminaryStudents.listStudentPrograms({}, { actor: { ...call.actor, studentId }, requestId: call.requestId });
  return programs;
}
