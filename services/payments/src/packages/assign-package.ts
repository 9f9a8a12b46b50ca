import { type Call, command } from '@portal/kit/command';
import { PackageAssigned } from '@portal/proto/payments/v1/events';
import type { CreditTotals } from '../credits/credit-totals.ts';
import { creditsOf } from '../credits/credits-of.ts';
import { grantLot, packageLot } from '../credits/grant-lot.ts';
import { thanksForCredits } from '../purchases/thanks.ts';
import { checkPackage, type Program, packageForSale } from './package-for-sale.ts';
import { programsFor } from './student-programs.ts';

export interface AssignPackage {
  packageId: number;
  studentId: number;
}

const assign = (programs: Program[] | null) =>
  command('assignPackage', async (tx, { packageId, studentId }: AssignPackage) => {
    const { buyer, offer } = await packageForSale(tx, packageId, studentId);
    const chosen = checkPackage(offer, { isStudent: false, programs });
    const lot = await grantLot(tx, studentId, packageLot(chosen, { source: 'assigned', paidCents: 0, schoolId: buyer.schoolId }));
    tx.emit(PackageAssigned, { lotId: lot.id, studentId });
    return { credits: await creditsOf(tx, studentId), successMessage: thanksForCredits(chosen.numberOfCredits) };
  });

/** Gives a package without a charge (C-S28, R-095). Refuses with package_not_found, package_inactive or package_not_for_student. */
export async function assignPackage(call: Call, input: AssignPackage): Promise<{ credits: CreditTotals; successMessage: string }> {
  return assign(await programsFor(call, input.packageId, input.studentId))(call, input);
}
