/** A field that a row changes, in words. */
export interface FieldChange {
  field: string;
  from: string;
  to: string;
}

/** The planned outcome of a row of a table. */
export interface ImportRow {
  /** As the table counts them: the first below the names of the columns is 2. */
  row: number;
  /** Of the exam or price; null: a new one, or not known. */
  id: number | null;
  what: 'add' | 'change' | 'retire' | 'same' | 'error';
  changes: FieldChange[];
  /** The exam or price, or the errors of the row. */
  text: string;
}

/** A row of a table with its cells by the names of their columns. */
export interface TableRow {
  row: number;
  cells: ReadonlyMap<string, string>;
}

/** A row that is wrong, and why. */
export const wrongRow = (row: number, text: string, id: number | null = null): ImportRow => ({
  row,
  id,
  what: 'error',
  changes: [],
  text,
});

/** A value in words, as a preview and the fingerprint of it have them. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
