import { command } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import { singleCredits, type VendorGroup } from '../../lots/lot.ts';
import { packageForSale, packageNotFound } from '../../packages/package-for-sale.ts';
import type { CreditTotals } from '../reading/credit-totals.ts';
import { creditsOf } from '../reading/credits-of.ts';
import { grantLot, packageLot } from './grant-lot.ts';

export interface GrantCredits {
  studentId: number;
  credits: number;
  vendorsAllowed: VendorGroup | null;
  examsAllowed: number[];
  proctorFeeCents: number | null;
  noAdditionalFees: boolean;
  isFreeSeminaryRetake: boolean;
  packageId: number | null;
}

/**
 * Credits that no purchase and no package made. Refuses with package_not_found, or malformed when
 * there is nothing to grant.
 */
export const grantCredits = command(
  'grantCredits',
  async (tx, input: GrantCredits): Promise<CreditTotals> => {
    if (!(input.credits > 0)) throw domainError('malformed');
    const { buyer, offer } = await packageForSale(
      tx,
      input.packageId ?? 0,
      input.studentId,
      tx.now,
    );
    if (input.packageId !== null && !offer) throw packageNotFound();
    const given = { source: 'granted', paidCents: 0, schoolId: buyer.schoolId } as const;
    const { rules } = offer
      ? packageLot(offer, given)
      : { rules: { ...singleCredits, ...ownRules(input) } };
    await grantLot(tx, input.studentId, {
      ...given,
      credits: input.credits,
      rules: { ...rules, isFreeSeminaryRetake: input.isFreeSeminaryRetake },
    });
    return creditsOf(tx, input.studentId, tx.now);
  },
);

const ownRules = ({
  vendorsAllowed,
  examsAllowed,
  proctorFeeCents,
  noAdditionalFees,
}: GrantCredits) => ({
  vendorsAllowed,
  examsAllowed,
  proctorFeeCents,
  noAdditionalFees,
});
