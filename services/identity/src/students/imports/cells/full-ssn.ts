/**
 * 999-99-9999, also with spaces, dots and longer dashes; not within a longer number, nor within one
 * that begins with + and a country, as phones do.
 */
const WRITTEN =
  /(?<![\d-]|\+\d{0,3}[-\u2010-\u2014. ]?)\d{3}[-\u2010-\u2014. ]\d{2}[-\u2010-\u2014. ]\d{4}(?!-|[-\u2010-\u2014. ]?\d)/u;

/** Whether a cell holds a full Social Security number as people write one. R-564. */
export const isWrittenSsn = (cell: string): boolean => WRITTEN.test(cell);

/**
 * Whether a cell of a column of SSNs holds a full one: nine digits, or seven or eight, since tables
 * drop the zeros that a number begins with. R-564.
 */
export function isFullSsn(cell: string): boolean {
  const digits = cell.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 9;
}
