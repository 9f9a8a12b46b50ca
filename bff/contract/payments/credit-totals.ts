import type { CreditsInfo, CreditTotals } from './credits.ts';

/** The same credits with the totals that an answer brought. */
export const withTotals = (info: CreditsInfo, totals: CreditTotals): CreditsInfo => ({
  ...info,
  totalCredits: totals.totCreditsAvailable,
  creditsDetails: totals.totCreditsDetails,
  examAllowedPackage: totals.examAllowedPackage,
  examAllowedPckCreditBalance: totals.examAllowedPckCreditBalance,
  examAllowedPackages: totals.examAllowedPackages,
  freeCreditForSeminaryStudyRetakes: totals.freeCreditForSeminaryStudyRetakes,
});
