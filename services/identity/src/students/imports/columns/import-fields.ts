/** Fields of a student's record that a table can hold, by the names that the form has for them. */
export const importFields = [
  'lastName',
  'firstName',
  'maidenName',
  'gender',
  'last4ssn',
  'dob',
  'email',
  'cellphone',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'cohort',
] as const;
export type ImportField = (typeof importFields)[number];
export const isImportField = (name: string): name is ImportField =>
  (importFields as readonly string[]).includes(name);

/** Fields that an older record must have as well (R-038 as R-398 softens it). R-565. */
export const requiredFields: readonly ImportField[] = [
  'lastName',
  'firstName',
  'gender',
  'last4ssn',
  'dob',
];

/** The column of the table that each field is read from. */
export type Mapping = Partial<Record<ImportField, string>>;

/** The values of fields that a row leaves empty. */
export interface Defaults {
  gender: string | null;
  cohort: string | null;
  country: string | null;
}

/** In which order numbers of a date stand. */
export const dateOrders = ['MDY', 'DMY', 'YMD'] as const;
export type DateOrder = (typeof dateOrders)[number];
