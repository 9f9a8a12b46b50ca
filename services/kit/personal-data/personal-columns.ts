/**
 * What exports and blanking do with a column of a table about students. `schema.prisma` states it
 * for every column, so that a new one is in no export, and is not forgotten when a person is
 * blanked, by accident.
 *
 * - `kept`: in exports; stays when the person is blanked.
 * - `blanked`: in exports; removed when the person is blanked.
 * - `office`: as blanked, but in exports for the office alone.
 * - `secret`: in no export: proofs, files, forms for search. Removed when the person is blanked.
 * - `hidden`: in no export: other people's data, and internal state of the program. Not deleted.
 */
export type Treatment = 'kept' | 'blanked' | 'office' | 'secret' | 'hidden';

/** The columns of a table, each with its treatment. */
export type PersonalColumns = Readonly<Record<string, Treatment>>;

/** The tables of a service with rows about students. */
export type PersonalTables = Readonly<Record<string, PersonalColumns>>;

/** Names of the columns with one of these treatments. */
export const columnsWith = (columns: PersonalColumns, ...treatments: Treatment[]): string[] =>
  Object.keys(columns).filter((name) => treatments.some((one) => one === columns[name]));

/** Names of the columns that an export shows. */
export const exportedColumns = (columns: PersonalColumns, forOffice: boolean): string[] =>
  columnsWith(columns, 'kept', 'blanked', ...(forOffice ? (['office'] as const) : []));
