import type { FieldError } from '@portal/kit/errors';
import type { PackageFields } from './package-type.ts';

const VENDOR_GROUPS = ['1,4', '3'];

/** Returns the errors of a package type, field by field. */
export function packageErrors(pack: PackageFields): FieldError[] {
  const errors: FieldError[] = [];
  const check = (path: string, isGood: boolean, message: string) => {
    if (!isGood) errors.push({ path, message });
  };
  const isAmount = (cents: number) => Number.isSafeInteger(cents) && cents >= 0;
  check('displayName', pack.displayName !== '' && pack.displayName.length <= 100, 'Name invalid');
  check(
    'numberOfCredits',
    pack.numberOfCredits >= 1 && pack.numberOfCredits <= 999,
    'Credits invalid',
  );
  check('purchasePrice', isAmount(pack.purchasePriceCents), 'Price invalid');
  check('proctorFeePrice', isAmount(pack.proctorFeeCents), 'Proctor fee invalid');
  check(
    'vendorsAllowed',
    pack.vendorsAllowed === null || VENDOR_GROUPS.includes(pack.vendorsAllowed),
    'Vendors invalid',
  );
  check(
    'year',
    (pack.year === null) === (pack.seminaryStudyTtiProgramId === null),
    'A seminary study program goes with its year.',
  );
  check(
    'isDefault',
    !pack.isDefault || pack.active,
    'A package that is not offered cannot be the default.',
  );
  check(
    'isDefault',
    !pack.isDefault || pack.seminaryStudyTtiProgramId === null,
    'A package of a program cannot be the default.',
  );
  const isOfStudy = pack.isSpecialProgram && pack.seminaryStudyTtiProgramId !== null;
  const { freeRetakeCredits: retakes } = pack;
  check(
    'freeRetakeCredits',
    Number.isInteger(retakes) && retakes >= 0 && retakes <= 999,
    'Free retake credits invalid',
  );
  check(
    'freeRetakeCredits',
    retakes === 0 || isOfStudy,
    'Free retake credits come with a seminary study program only.',
  );
  return errors;
}
