import { expect, test } from '@jest/globals';
import { aPackage } from '../testing.ts';
import { packageErrors } from './check-package.ts';

test('a package that is filled in rightly has no errors', () => {
  expect(packageErrors(aPackage())).toEqual([]);
  expect(
    packageErrors(
      aPackage({
        purchasePriceCents: 0,
        vendorsAllowed: '1,4',
        seminaryStudyTtiProgramId: 1,
        year: 2026,
      }),
    ),
  ).toEqual([]);
  const ofStudy = { isSpecialProgram: true, seminaryStudyTtiProgramId: 1, year: 2026 };
  expect(packageErrors(aPackage({ ...ofStudy, freeRetakeCredits: 3 }))).toEqual([]);
});

test.each([
  [{ displayName: '' }, 'displayName'],
  [{ numberOfCredits: 0 }, 'numberOfCredits'],
  [{ purchasePriceCents: -1 }, 'purchasePrice'],
  [{ purchasePriceCents: 99.5 }, 'purchasePrice'],
  [{ proctorFeeCents: -1 }, 'proctorFeePrice'],
  [{ vendorsAllowed: '4,1' }, 'vendorsAllowed'],
  [{ year: 2026 }, 'year'],
  [{ seminaryStudyTtiProgramId: 1 }, 'year'],
  [{ isDefault: true, active: false }, 'isDefault'],
  [{ freeRetakeCredits: -1 }, 'freeRetakeCredits'],
  [{ freeRetakeCredits: 3 }, 'freeRetakeCredits'],
  [{ freeRetakeCredits: 3, seminaryStudyTtiProgramId: 1, year: 2026 }, 'freeRetakeCredits'],
  [
    { freeRetakeCredits: 1000, isSpecialProgram: true, seminaryStudyTtiProgramId: 1, year: 2026 },
    'freeRetakeCredits',
  ],
  [{ isDefault: true, seminaryStudyTtiProgramId: 1, year: 2026 }, 'isDefault'],
])('%j is wrong about %s', (changes, path) => {
  expect(packageErrors(aPackage(changes)).map((error) => error.path)).toContain(path);
});
