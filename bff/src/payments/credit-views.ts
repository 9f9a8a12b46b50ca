import type { CreditsInfo, CreditTotals } from '@portal/contract/payments/credits';
import type { Credits } from '@portal/proto/payments/v1/credits';

const noCredits: Credits = {
  total: 0,
  vendors14: 0,
  vendor3: 0,
  generic: 0,
  pricePerCreditCents: 0,
  priceMissing: true,
  specialPackages: [],
  examAllowedPackages: [],
  examAllowedBalance: 0,
  vendorSpecific: false,
  buyingDisabled: false,
  freeSeminaryRetake: 0,
};

function heldCredits(credits: Credits) {
  const bound = credits.examAllowedPackages;
  const oldest = bound[0];
  return {
    examAllowedPackage: oldest
      ? {
          id: oldest.id,
          display_name: oldest.displayName,
          exams_allowed: [...new Set(bound.flatMap(({ examsAllowed }) => examsAllowed))],
        }
      : null,
    examAllowedPckCreditBalance: credits.examAllowedBalance,
    examAllowedPackages: bound.map(({ id, displayName, examsAllowed, balance }) => ({
      id,
      display_name: displayName,
      exams_allowed: examsAllowed,
      balance,
    })),
    freeCreditForSeminaryStudyRetakes: credits.freeSeminaryRetake,
  };
}

const byVendor = ({ vendors14, vendor3, generic }: Credits) => ({
  '1,4': vendors14,
  '3': vendor3,
  generic,
});

export const creditsView = (
  credits: Credits = noCredits,
  { prices }: { prices: { proctorFeeCents: number } },
): CreditsInfo => ({
  totalCredits: credits.total,
  creditsDetails: byVendor(credits),
  pricePerCredit: credits.priceMissing ? null : credits.pricePerCreditCents / 100,
  standardProctorFee: prices.proctorFeeCents / 100,
  specialPackages: credits.specialPackages.map(({ id, displayName }) => ({
    id,
    display_name: displayName,
  })),
  ...heldCredits(credits),
  vendorSpecificPackage: credits.vendorSpecific,
  packageBuyingDisabled: credits.buyingDisabled,
});

/** The same credits under the names of an answer to a purchase or a registration. */
export const totalsView = (credits: Credits = noCredits): CreditTotals => ({
  totCreditsAvailable: credits.total,
  totCreditsDetails: byVendor(credits),
  ...heldCredits(credits),
});
