import { createHash, randomUUID } from 'node:crypto';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { CHANGED_SINCE, isAsShown } from '@portal/kit/files/upload-preview';
import { domainError } from '../errors.ts';
import { compareLines } from './compare-lines.ts';
import { findTakers } from './find-takers.ts';
import { previewRows } from './invoice-preview.ts';
import type { InvoiceTable } from './invoice-rows.ts';
import type { Taker } from './match-invoice.ts';
import { ignoredNote, readInvoice, rowsInvalid } from './read-invoice.ts';
import { insertInvoice, insertLines, isKnown, keepFile, lockInvoices } from './store.ts';

export interface UploadInvoice {
  fileName: string;
  content: Uint8Array;
  /** The fingerprint of the preview that was shown before. */
  previewed?: string | undefined;
}
export interface Uploaded {
  message: string;
  matched: number;
  unmatched: number;
  /** Rows as the table counts them. */
  unmatchedRows: { row: number; reason: string }[];
}
/** The file's fingerprint identifies a repeat of the same upload. */
interface Try {
  fileName: string;
  sha256: string;
  previewed?: string | undefined;
}
/** The data to compare; null: a PDF, which is only stored. */
type Read = { table: InvoiceTable; takers: Taker[] } | null;

const NOT_READ = 'The invoice was saved. It was not compared: only CSV and XLSX can be read.';

const messageOf = (
  { number, lines, ignoredColumns }: InvoiceTable,
  matched: number,
  unmatched: number,
): string =>
  [
    `Invoice ${number}: ${lines.length} lines, ${matched} matched, ${unmatched} not matched.`,
    ...ignoredNote(ignoredColumns),
  ].join(' ');

async function upload(
  tx: Tx,
  { fileName, sha256, previewed }: Try,
  found: Read,
  content: Uint8Array,
): Promise<Uploaded> {
  await lockInvoices(tx);
  const number = found?.table.number ?? null;
  if (await isKnown(tx, { number, sha256 })) throw domainError('invoice_exists');
  const fileKey = randomUUID();
  const uploadedBy = tx.actor.name;
  await keepFile(tx, { id: fileKey, name: fileName, sha256, content, uploadedBy }, tx.now);
  const lines = found?.table.lines ?? [];
  const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const day = found?.table.date ?? null;
  const invoice = { number, day, fileName, fileKey, totalCents, uploadedBy };
  const id = await insertInvoice(tx, invoice, tx.now);
  const change = { file: fileName, sha256, number, lines: lines.length, totalCents };
  tx.audit({ op: 'insert', table: 'tal_invoice', id, change });
  if (found === null) return { message: NOT_READ, matched: 0, unmatched: 0, unmatchedRows: [] };

  const compared = await compareLines(tx, found.table, found.takers);
  await insertLines(tx, id, compared);
  const unmatchedRows = compared.flatMap(({ line, reason }) =>
    reason === null ? [] : [{ row: line.row, reason }],
  );
  const unmatched = unmatchedRows.length;
  const matched = lines.length - unmatched;
  const said = messageOf(found.table, matched, unmatched);
  const isChanged = !isAsShown(previewed, previewRows(found.table, compared));
  const message = isChanged ? `${said} ${CHANGED_SINCE}` : said;
  return { message, matched, unmatched, unmatchedRows };
}

/**
 * Uploads an invoice of TAL (C-A67): matches its lines to registrations and seminary exams, and
 * stores them in one transaction, unmatched lines too. A PDF is stored without being read. No
 * student's money changes. Refuses with file_rows_invalid (errors by row), invoice_exists for a
 * known number or file, wrong_type or too_large.
 */
export async function uploadInvoice(
  call: Call,
  { fileName, content, previewed }: UploadInvoice,
): Promise<Uploaded> {
  if (content.length === 0) throw domainError('malformed');
  const sha256 = createHash('sha256').update(content).digest('base64url');
  const table = await readInvoice(fileName, Buffer.from(content));
  if (table && table.errors.length > 0) throw rowsInvalid(table.errors);
  const found = table && { table, takers: await findTakers(call, table.lines) };
  return command('uploadTalInvoice', (tx, wanted: Try) => upload(tx, wanted, found, content))(
    call,
    { fileName, sha256, previewed },
  );
}
