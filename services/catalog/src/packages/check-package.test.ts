import { expect, test } from '@jest/globals';
import { aPackage } from '../testing.ts';
import { packageErrors } from './check-package.ts';

test('a package that is filled in rightly has no errors', () => {
  expect(packageErrors(aPackage())).toEqual([]);
  expect(packageErrors(aPackage({ purchasePriceCents: 0, vendorsAllowed: '1,4', seminaryStudyTtiProgramId: 1, year: 2026 }))).toEqual([]);
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
  [{ isDefault: true, seminaryStudyTtiProgramId: 1, year: 2026 }, 'isDefault'],
])('%j is wrong about %s', (changes, path) => {
  expect(packageErrors(aPackage(changes)).map((error) => error.path)).toContain(path);
});
