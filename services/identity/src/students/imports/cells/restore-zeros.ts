import { normalizeLine } from '@portal/access/text/normalize-text';
import type { ImportField } from '../columns/import-fields.ts';

/** Names of the country whose zips have five or nine digits. */
const AMERICAN = /^(?:us|usa|u\.s\.(?:a\.)?|united states(?: of america)?)$/i;

/** Whole digits of a number from which a spreadsheet dropped the zeros in front. */
const padded = (text: string, digits: number): string =>
  /^\d+$/.test(text) && text.length < digits ? text.padStart(digits, '0') : text;

/** Restores the zeros in the last four digits of an SSN that a spreadsheet dropped. */
export const withSsnZeros = (text: string): string => padded(text, 4);

/**
 * Restores the zeros that a spreadsheet dropped from an American zip: 8701 is 08701, 87011234 is
 * 087011234. Zips of other countries stay as they are; so do seven and eight digits without a
 * country, since zips in Israel have seven.
 */
export function withZipZeros(text: string, country: string | null): string {
  const isAmerican = country !== null && AMERICAN.test(country);
  if (/^\d{3,4}$/.test(text)) return isAmerican || country === null ? padded(text, 5) : text;
  return isAmerican && /^\d{7,8}$/.test(text) ? padded(text, 9) : text;
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
  const last4 = normalizeLine(cells.last4ssn ?? '');
  const zip = normalizeLine(cells.zip ?? '');
  if (/^\d{1,3}$/.test(last4) && form.last4Ssn.length === 4)
    notes.push({ path: 'last4ssn', message: 'SSN (last 4): leading zeros were restored' });
  if (zip !== '' && form.zip !== null && form.zip !== zip)
    notes.push({ path: 'zip', message: `Zip: read as ${form.zip}, the file has ${zip}` });
  return notes;
}
