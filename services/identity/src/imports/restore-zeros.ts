import type { ImportField } from './import-fields.ts';

/** Names of the country whose zips have five or nine digits. */
const AMERICAN = /^(?:us|usa|u\.s\.(?:a\.)?|united states(?: of america)?)$/i;

/** Whole digits of a number from which a spreadsheet dropped the zeros in front. */
const padded = (text: string, digits: number): string =>
  /^\d+$/.test(text) && text.length < digits ? text.padStart(digits, '0') : text;

/** The last four digits of an SSN with the zeros that a spreadsheet dropped. */
export const withSsnZeros = (text: string): string => padded(text, 4);

/**
 * An American zip with the zeros that a spreadsheet dropped: 8701 is 08701, 87011234 is 087011234.
 * Zips of other countries stay as they are.
 */
export function withZipZeros(text: string, country: string | null): string {
  if (country !== null && !AMERICAN.test(country)) return text;
  if (/^\d{3,4}$/.test(text)) return padded(text, 5);
  return /^\d{7,8}$/.test(text) ? padded(text, 9) : text;
}

/** A value that differs from the cell of the file, as the preview marks it. */
export interface ReadNote {
  path: string;
  message: string;
}

/** Marks the fields of a row whose leading zeros were restored. */
export function zeroNotes(
  cells: Partial<Record<ImportField, string>>,
  form: { last4Ssn: string; zip: string | null },
): ReadNote[] {
  const notes: ReadNote[] = [];
  const { last4ssn = '', zip = '' } = cells;
  if (/^\d{1,3}$/.test(last4ssn) && form.last4Ssn.length === 4)
    notes.push({ path: 'last4ssn', message: 'SSN (last 4): leading zeros were restored' });
  if (zip !== '' && form.zip !== null && form.zip !== zip)
    notes.push({ path: 'zip', message: `Zip: read as ${form.zip}, the file has ${zip}` });
  return notes;
}
