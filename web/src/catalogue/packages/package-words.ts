import { money } from '../../shared/format/money.ts';
import type { OfficeExam } from '../api.ts';
import { examName } from '../exams/exam-words.ts';
import type { PackageValues } from './package-form.ts';

const titles: Readonly<Record<keyof PackageValues, string>> = {
  display_name: 'Name',
  number_of_credits: 'Credits',
  purchasePrice: 'Price',
  proctorFeePrice: 'Proctor fee',
  vendors_allowed: 'Vendors',
  exams_allowed: 'Only for these exams',
  is_default: 'Default package',
  admin_only: 'Given by the office only',
  no_additional_fees: 'No additional fees',
  is_special_program: 'Special program',
  seminary_study_tti_program_id: 'Seminary study program',
  year: 'Year',
  description: 'Description',
  internal_comment: 'Internal comment',
};

/** Returns the vendors whose exams a package covers. */
export const vendorsText = (vendors: PackageValues['vendors_allowed']): string =>
  vendors === null ? 'All' : vendors === '3' ? 'CCC' : 'TAL and CIS';

/** The fields of a package in words, in the order of its form. */
export const inWords = (
  values: PackageValues,
  exams: readonly OfficeExam[],
): [keyof PackageValues, string, string][] =>
  (Object.keys(titles) as (keyof PackageValues)[]).map((field) => [
    field,
    titles[field],
    word(field, values, exams),
  ]);

function word(
  field: keyof PackageValues,
  values: PackageValues,
  exams: readonly OfficeExam[],
): string {
  const value = values[field];
  if (field === 'vendors_allowed') return vendorsText(values.vendors_allowed);
  if (field === 'purchasePrice' || field === 'proctorFeePrice')
    return value === '' ? '' : money(Number(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (!Array.isArray(value)) return String(value ?? '');
  const named = value.map((id) => exams.find((exam) => exam.id === id));
  return named.map((exam, at) => (exam ? examName(exam) : String(value[at]))).join(', ');
}
