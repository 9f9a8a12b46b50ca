import { inNewYork } from '@portal/kit/clock';
import type { PackageFields } from '../packages/package-type.ts';

/** Portal price of one credit, in cents. */
export const demoPrices = { memberCents: 4_200, nonmemberCents: 5_200 };
/** The pair until then. */
export const demoPricesBefore = { memberCents: 4_000, nonmemberCents: 5_000 };
/** The pair from the first of the next month on. */
export const demoPricesToCome = { memberCents: 4_400, nonmemberCents: 5_400 };

const plain = {
  isDefault: false,
  description: null,
  internalComment: null,
  proctorFeeCents: 1_500,
  noAdditionalFees: false,
  isSpecialProgram: false,
  seminaryStudyTtiProgramId: null,
  year: null,
  examsAllowed: [],
  vendorsAllowed: null,
  active: true,
  adminOnly: false,
  isStudyAbroad: false,
  vendorPackageVendorId: null,
  freeRetakeCredits: 0,
};

/** First calendar year of the seminary year, which begins in October. */
export function seminaryYear(now: Date): number {
  const { year, month } = inNewYork(now);
  return month >= 10 ? year : year - 1;
}

/** The package types of the demo data, to be saved under their ids. */
export function demoPackages(now: Date): { id: number; pack: PackageFields }[] {
  const year = seminaryYear(now);
  return [
    {
      id: 1,
      pack: {
        ...plain,
        numberOfCredits: 6,
        purchasePriceCents: 23_400,
        isDefault: true,
        displayName: '6 credits',
        description: 'Two exams, for a start',
      },
    },
    {
      id: 2,
      pack: {
        ...plain,
        numberOfCredits: 12,
        purchasePriceCents: 44_400,
        displayName: '12 credits',
        description: 'One semester',
      },
    },
    {
      id: 3,
      pack: {
        ...plain,
        numberOfCredits: 30,
        purchasePriceCents: 105_000,
        proctorFeeCents: 1_000,
        displayName: '30 credits',
        description: 'One year, with a lower proctor fee',
      },
    },
    {
      id: 4,
      pack: {
        ...plain,
        numberOfCredits: 15,
        purchasePriceCents: 69_000,
        proctorFeeCents: 0,
        noAdditionalFees: true,
        displayName: '15 credits, all fees included',
        description: 'No proctor fee and no additional fees',
      },
    },
    {
      id: 5,
      pack: {
        ...plain,
        numberOfCredits: 12,
        purchasePriceCents: 42_000,
        vendorsAllowed: '1,4',
        displayName: 'CIS and TAL package',
        description: 'For exams of CIS and TAL',
      },
    },
    {
      id: 6,
      pack: {
        ...plain,
        numberOfCredits: 9,
        purchasePriceCents: 40_500,
        noAdditionalFees: true,
        vendorsAllowed: '3',
        adminOnly: true,
        displayName: 'Course package',
        description: 'For courses of CCC, grading included',
        internalComment: 'Only with the approval of the advisor',
      },
    },
    {
      id: 7,
      pack: {
        ...plain,
        numberOfCredits: 6,
        purchasePriceCents: 19_800,
        isSpecialProgram: true,
        examsAllowed: [101, 102, 104, 107, 110, 115],
        displayName: 'Jewish classics',
        description: 'For six exams of the Jewish classics program',
        internalComment: 'Sponsored until the end of the year',
      },
    },
    {
      id: 8,
      pack: {
        ...plain,
        numberOfCredits: 12,
        purchasePriceCents: 36_000,
        proctorFeeCents: 0,
        isSpecialProgram: true,
        isStudyAbroad: true,
        seminaryStudyTtiProgramId: 1,
        year,
        freeRetakeCredits: 3,
        displayName: `Seminary study ${year}`,
        description: 'For students of the seminary study program',
      },
    },
    {
      id: 9,
      pack: {
        ...plain,
        numberOfCredits: 9,
        purchasePriceCents: 32_400,
        displayName: '9 credits',
        description: 'No longer sold',
        active: false,
      },
    },
  ];
}
