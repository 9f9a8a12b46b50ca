import type { ImportField, ImportMapping, Reading } from './api.ts';

/** The labels of fields. */
export const fieldWords: Readonly<Record<ImportField, string>> = {
  lastName: 'Last name',
  firstName: 'First name',
  maidenName: 'Maiden or other name',
  gender: 'Gender',
  last4ssn: 'SSN, last four digits',
  dob: 'Date of birth',
  email: 'Email',
  cellphone: 'Cell phone',
  phone: 'Second phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  country: 'Country',
  cohort: 'Cohort',
};
export const fields = Object.keys(fieldWords) as ImportField[];

/** */
export const requiredFields: readonly ImportField[] = [
  'lastName',
  'firstName',
  'gender',
  'last4ssn',
  'dob',
];

/** The required fields that no column and no default says. */
export const missingFields = ({ mapping, defaults }: Reading): ImportField[] =>
  requiredFields.filter(
    (field) =>
      mapping[field] === undefined && !(field === 'gender' && defaults.gender !== undefined),
  );

interface Columns {
  columns: readonly { column: string; guess: ImportField | null }[];
  lastMapping: ImportMapping | null;
}

/**
 * Returns the initial mapping: that of the school's last table if it has these columns, else
 * guesses.
 */
export function firstMapping({ columns, lastMapping }: Columns): ImportMapping {
  const names = new Set(columns.map(({ column }) => column));
  const last = Object.entries(lastMapping ?? {});
  if (last.length > 0 && last.every(([, column]) => names.has(column)))
    return Object.fromEntries(last) as ImportMapping;
  return Object.fromEntries(
    columns.flatMap(({ column, guess }) => (guess === null ? [] : [[guess, column]])),
  ) as ImportMapping;
}

/** A column is read as another field, or not at all: no field is read from two columns. */
export function withColumn(
  mapping: ImportMapping,
  column: string,
  field: ImportField | null,
): ImportMapping {
  const others = Object.entries(mapping).filter(
    ([name, from]) => from !== column && name !== field,
  );
  return Object.fromEntries(
    field === null ? others : [...others, [field, column]],
  ) as ImportMapping;
}

/** The field that a column is read as. */
export const fieldOf = (mapping: ImportMapping, column: string): ImportField | null =>
  fields.find((field) => mapping[field] === column) ?? null;
