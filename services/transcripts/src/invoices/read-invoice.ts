import type { FieldError } from '@portal/kit/errors';
import { type FileErrors, rowErrors } from '@portal/kit/files/file-errors';
import { fileKind } from '@portal/kit/files/file-kind';
import { readTable } from '@portal/kit/files/read-table';
import { domainError } from '../errors.ts';
import { INVOICE_SHAPE, type InvoiceTable, readInvoiceRows } from './invoice-rows.ts';

/** 422: nothing of the invoice was saved, and why, row by row. */
export const rowsInvalid = (found: readonly FieldError[]) => {
  const { detail, errors } = rowErrors(found);
  return domainError('file_rows_invalid', detail, { errors });
};
const wrongKind = () =>
  domainError('wrong_type', 'This kind of file is not accepted. Please use CSV, XLSX or PDF.');
const refuse: FileErrors = {
  wrongKind,
  unpacksTooLarge: () => domainError('too_large'),
  rowsInvalid,
};

/** The first bytes of a file of old Excel, under any file name. */
const OLD_EXCEL = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Reads the table of an invoice with the faults of its rows; returns null for a PDF, which is
 * stored without being read. Refuses with wrong_type or too_large.
 */
export async function readInvoice(fileName: string, content: Buffer): Promise<InvoiceTable | null> {
  if (content.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL))
    throw domainError('wrong_type', 'Please save it as XLSX.');
  const kind = fileKind(fileName, content);
  if (kind === 'pdf') return null;
  if (kind !== 'csv' && kind !== 'xlsx') throw wrongKind();
  return readInvoiceRows(await readTable(kind, content, { shape: INVOICE_SHAPE, refuse }));
}

/** Returns the sentence on ignored columns, if there are any. */
export const ignoredNote = (ignored: readonly string[]): string[] =>
  ignored.length > 0 ? [`Columns that were ignored: ${ignored.join(', ')}.`] : [];
