import type { FieldError } from '@portal/kit/errors';
import { type Defaults, importFields, type Mapping, requiredFields } from './import-fields.ts';

const DEFAULTED = ['gender', 'cohort', 'country'] as const;
const isDefaulted = (field: string): field is keyof Defaults =>
  (DEFAULTED as readonly string[]).includes(field);

/**
 * Checks a choice of columns and defaults; reports a required field without either, a column that
 * the table does not have, a column that two fields are read from, and an invalid default. R-565.
 */
export function mappingErrors(
  mapping: Mapping,
  defaults: Defaults,
  { columns, cohortChoices }: { columns: readonly string[]; cohortChoices: readonly string[] },
): FieldError[] {
  const errors: FieldError[] = [];
  const used = new Set<string>();
  for (const field of importFields) {
    const column = mapping[field];
    const path = `mapping.${field}`;
    if (column === undefined) {
      const isGiven = isDefaulted(field) && defaults[field] !== null;
      if (requiredFields.includes(field) && !isGiven)
        errors.push({ path, message: 'Please choose a column.' });
      continue;
    }
    if (!columns.includes(column)) errors.push({ path, message: 'This column is not there.' });
    if (used.has(column)) errors.push({ path, message: 'This column is chosen twice.' });
    used.add(column);
  }
  const { gender, cohort, country } = defaults;
  if (gender !== null && gender !== '1' && gender !== '2')
    errors.push({ path: 'defaults.gender', message: 'Gender invalid' });
  if (cohort !== null && !cohortChoices.includes(cohort))
    errors.push({ path: 'defaults.cohort', message: 'Cohort invalid' });
  if (country !== null && (country.trim() === '' || country.length > 60))
    errors.push({ path: 'defaults.country', message: 'Country invalid' });
  return errors;
}
