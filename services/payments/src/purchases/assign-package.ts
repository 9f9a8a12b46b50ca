import { type Call, command } from '@portal/kit/commands/command';
import { PackageAssigned } from '@portal/proto/payments/v1/events';
import { grantLot, packageLot } from '../credits/granting/grant-lot.ts';
import type { CreditTotals } from '../credits/reading/credit-totals.ts';
import { creditsOf } from '../credits/reading/credits-of.ts';
import { listPackages, type StudentPackage } from '../credits/reading/list-packages.ts';
import { checkPackage, type Eligibility, packageForSale } from '../packages/package-for-sale.ts';
import { eligibilityFor } from '../packages/student-eligibility.ts';
import { checkMayBuy } from './purchase-checks.ts';
import { thanksForCredits } from './thanks.ts';

export interface AssignPackage {
  packageId: number;
  studentId: number;
}

const assign = (eligibility: Eligibility) =>
  command('assignPackage', async (tx, { packageId, studentId }: AssignPackage) => {
    const { buyer, offer } = await packageForSale(tx, packageId, studentId, tx.now);
    checkMayBuy(buyer, tx.actor);
    const chosen = checkPackage(offer, { isStudent: false, ...eligibility });
    const lot = await grantLot(
      tx,
      studentId,
      packageLot(chosen, { source: 'assigned', paidCents: 0, schoolId: buyer.schoolId }),
    );
    tx.emit(PackageAssigned, { lotId: lot.id, studentId });
    return {
      lotId: lot.id,
      credits: await creditsOf(tx, studentId, tx.now),
      successMessage: thanksForCredits(chosen.numberOfCredits),
    };
  });

/**
 * Gives a package without a charge (C-S28, R-095), over no bar of buying. Refuses
 * with registration_denied, buying_disabled, package_not_found, package_inactive or
 * package_not_for_student.
 */
export async function assignPackage(
  call: Call,
  input: AssignPackage,
): Promise<{ credits: CreditTotals; successMessage: string; package: StudentPackage }> {
  const eligibility = await eligibilityFor(call, input.packageId, input.studentId);
  const { lotId, ...given } = await assign(eligibility)(call, input);
  const packages = await listPackages(call, [input.studentId]);
  const own = packages.find(({ id }) => id === lotId);
  if (!own) throw new Error('a package was given and is not there');
  return { ...given, package: own };
}
