import { writtenDay } from '@portal/kit/files/table-cells';
import type { ImportField } from '../columns/import-fields.ts';

const SAMPLES = 3;
const LONGEST = 60;
const DIGIT = /\p{Nd}/gu;
/** Three numbers as a date is written, or four digits alone, in any column. */
const DATE = /^\s*\d{1,4}(?: {0,2}[-/.] {0,2}| )\d{1,2}(?: {0,2}[-/.] {0,2}| )\d{1,4}/;
const FOUR_DIGITS = /^\D{0,12}\d{4}$/;

/**
 * Returns the first non-empty cells of a column, so that people see its content. Masks digits of
 * SSNs and birth dates, also in a column of unknown kind whose cells look like one.
 */
export function sampleCells(cells: readonly string[], guess: ImportField | null): string[] {
  const samples = cells.filter((cell) => cell !== '').slice(0, SAMPLES);
  const isPrivate = (cell: string) =>
    guess === 'last4ssn' ||
    guess === 'dob' ||
    (guess === null && (DATE.test(cell) || writtenDay(cell) !== null || FOUR_DIGITS.test(cell)));
  return samples.map((cell) =>
    (isPrivate(cell) ? cell.replace(DIGIT, '\u2022') : cell).slice(0, LONGEST),
  );
}
