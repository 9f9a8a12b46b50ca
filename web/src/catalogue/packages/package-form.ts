import type { CallInput } from '@portal/contract/call';
import type { savePackage } from '@portal/contract/catalogue/office-package';
import type { OfficePackage } from '../api.ts';
import { filledOf } from '../typed-over.ts';

/** The fields of a package's form; an empty text means no value. */
export interface PackageValues {
  display_name: string;
  number_of_credits: number | '';
  /** Of a new one: later ones are set with their dates. */
  purchasePrice: number | '';
  proctorFeePrice: number | '';
  vendors_allowed: '1,4' | '3' | null;
  exams_allowed: number[];
  is_default: boolean;
  admin_only: boolean;
  no_additional_fees: boolean;
  is_special_program: boolean;
  seminary_study_tti_program_id: number | '';
  year: number | '';
  description: string;
  internal_comment: string;
}

export const emptyPackage: PackageValues = {
  display_name: '',
  number_of_credits: '',
  purchasePrice: '',
  proctorFeePrice: 15,
  vendors_allowed: null,
  exams_allowed: [],
  is_default: false,
  admin_only: false,
  no_additional_fees: false,
  is_special_program: false,
  seminary_study_tti_program_id: '',
  year: '',
  description: '',
  internal_comment: '',
};

/** A package as its form holds it. */
export const valuesOf = (pack: OfficePackage): PackageValues => ({
  display_name: pack.display_name,
  number_of_credits: pack.number_of_credits,
  purchasePrice: pack.purchase_price,
  proctorFeePrice: pack.proctor_fee_price,
  vendors_allowed: pack.vendors_allowed,
  exams_allowed: pack.exams_allowed,
  is_default: pack.is_default,
  admin_only: pack.admin_only,
  no_additional_fees: pack.no_additional_fees,
  is_special_program: pack.is_special_program,
  seminary_study_tti_program_id: pack.seminary_study_tti_program_id ?? '',
  year: pack.year ?? '',
  description: pack.description ?? '',
  internal_comment: pack.internal_comment ?? '',
});

/** Returns whether all required fields of a package are filled in. */
export const isComplete = ({
  display_name,
  number_of_credits,
  purchasePrice,
  proctorFeePrice,
}: PackageValues): boolean =>
  display_name.trim() !== '' &&
  number_of_credits !== '' &&
  purchasePrice !== '' &&
  proctorFeePrice !== '';

/** Returns the form as the call takes it; `seen` is the package being edited. */
export function packageInput(
  { purchasePrice, proctorFeePrice, ...values }: PackageValues,
  seen: OfficePackage | null,
): CallInput<typeof savePackage> {
  const own = seen ? { id: seen.id, version: seen.version } : { purchasePrice, proctorFeePrice };
  return { ...filledOf(values), ...own } as unknown as CallInput<typeof savePackage>;
}
