import { expect, test } from '@jest/globals';
import type { PackageProjection } from '../projections/package-projection.ts';
import { checkPackage } from './package-for-sale.ts';

const usual: PackageProjection = {
  id: 1,
  numberOfCredits: 6,
  purchasePriceCents: 24000,
  displayName: 'Six',
  proctorFeeCents: 1500,
  noAdditionalFees: false,
  isSpecialProgram: false,
  seminaryStudyTtiProgramId: null,
  seminaryYear: null,
  examsAllowed: [],
  vendorsAllowed: null,
  active: true,
  adminOnly: false,
  freeRetakeCredits: 0,
};
const ofProgram = { seminaryStudyTtiProgramId: 2, seminaryYear: 2026 };
const ofExams = { examsAllowed: [101, 102] };
const inIt = [{ programId: 2, year: 2026 }];

test.each([
  { offer: undefined, isStudent: false, programs: null, refusal: 'package_not_found' },
  { offer: { adminOnly: true }, isStudent: true, programs: null, refusal: 'package_not_found' },
  { offer: { adminOnly: true }, isStudent: false, programs: null, refusal: null },
  {
    offer: { isSpecialProgram: true },
    isStudent: true,
    programs: null,
    refusal: 'package_not_found',
  },
  { offer: { isSpecialProgram: true }, isStudent: false, programs: null, refusal: null },
  {
    offer: { ...ofProgram, isSpecialProgram: true },
    isStudent: true,
    programs: inIt,
    refusal: null,
  },
  { offer: { active: false }, isStudent: false, programs: null, refusal: 'package_inactive' },
  { offer: { numberOfCredits: 0 }, isStudent: true, programs: null, refusal: 'package_inactive' },
  { offer: ofProgram, isStudent: true, programs: null, refusal: 'package_not_found' },
  {
    offer: ofProgram,
    isStudent: true,
    programs: [{ programId: 2, year: 2025 }],
    refusal: 'package_not_found',
  },
  { offer: ofProgram, isStudent: false, programs: [], refusal: 'package_not_for_student' },
  { offer: ofProgram, isStudent: true, programs: inIt, refusal: null },
  {
    offer: { ...ofProgram, seminaryYear: null },
    isStudent: true,
    programs: [{ programId: 2, year: 2020 }],
    refusal: null,
  },
  { offer: ofExams, isStudent: true, programs: null, mayTakeOne: true, refusal: null },
  {
    offer: { ...ofExams, isSpecialProgram: true },
    isStudent: true,
    programs: null,
    mayTakeOne: true,
    refusal: null,
  },
  {
    offer: ofExams,
    isStudent: true,
    programs: null,
    mayTakeOne: false,
    refusal: 'package_not_found',
  },
  {
    offer: ofExams,
    isStudent: true,
    programs: null,
    mayTakeOne: null,
    refusal: 'package_not_found',
  },
  { offer: ofExams, isStudent: false, programs: null, mayTakeOne: false, refusal: null },
  {
    offer: { ...ofExams, ...ofProgram },
    isStudent: true,
    programs: inIt,
    mayTakeOne: null,
    refusal: null,
  },
  {
    offer: { ...ofExams, adminOnly: true },
    isStudent: true,
    programs: null,
    mayTakeOne: true,
    refusal: 'package_not_found',
  },
])(
  'a package $offer for a student $isStudent of $programs who may take $mayTakeOne: $refusal',
  (row) => {
    const { offer, isStudent, programs, refusal } = row;
    const mayTakeOne = row.mayTakeOne ?? null;
    const check = () =>
      checkPackage(offer && { ...usual, ...offer }, { isStudent, programs, mayTakeOne });
    if (refusal === null) expect(check().id).toBe(1);
    else expect(check).toThrow(expect.objectContaining({ code: refusal }));
  },
);
