import { createHash } from 'node:crypto';
import type { Call } from '@portal/kit/commands/command';
import { fingerprintOf } from '@portal/kit/files/upload-preview';
import { money } from '@portal/kit/money';
import type { TableReport } from '@portal/proto/kit/v1/table_report';
import { domainError } from '../errors.ts';
import { compareLines } from './compare-lines.ts';
import { findTakers } from './find-takers.ts';
import { type InvoicePreviewRow, previewRows } from './invoice-preview.ts';
import { ignoredNote, readInvoice } from './read-invoice.ts';
import { isKnown } from './store.ts';
import type { Uploaded, UploadInvoice } from './upload-invoice.ts';

export interface InvoicePreview extends Uploaded {
  preview: {
    rows: InvoicePreviewRow[];
    wrong: number;
    fingerprint: string;
    /** Null: a PDF is not read. */
    report: TableReport | null;
  };
}

const NOT_READ =
  'The invoice will be kept and not compared: only CSV and XLSX can be read. Nothing is saved yet.';

/**
 * Previews the matches of an invoice, row by row, by the rules of uploadInvoice; locks and writes
 * nothing. Reports wrong rows in their place. Refuses with invoice_exists for a known number or
 * file, wrong_type or too_large.
 */
export async function previewInvoice(
  call: Call,
  { fileName, content }: UploadInvoice,
): Promise<InvoicePreview> {
  if (content.length === 0) throw domainError('malformed');
  const table = await readInvoice(fileName, Buffer.from(content));
  const sha256 = createHash('sha256').update(content).digest('base64url');
  const number = table?.number || null;
  if (await isKnown(call.db, { number, sha256 })) throw domainError('invoice_exists');
  if (table === null)
    return {
      message: NOT_READ,
      matched: 0,
      unmatched: 0,
      unmatchedRows: [],
      preview: { rows: [], wrong: 0, fingerprint: fingerprintOf([]), report: null },
    };
  const { lines, ignoredColumns } = table;
  const takers = lines.length > 0 ? await findTakers(call, lines) : [];
  const rows = previewRows(table, await compareLines(call.db, table, takers));
  const count = (wanted: InvoicePreviewRow['outcome']) =>
    rows.filter(({ outcome }) => outcome === wanted).length;
  const [matched, unmatched, wrong] = [count('matched'), count('unmatched'), count('wrong')];
  const total = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const sentences = [
    `Invoice ${table.number}: ${rows.length} lines, ${matched} matched, ${unmatched} not ` +
      `matched, ${wrong} with errors, ${money(total)} in all.`,
    'Nothing is saved yet.',
    ...ignoredNote(ignoredColumns),
  ];
  return {
    message: sentences.join(' '),
    matched,
    unmatched,
    unmatchedRows: rows.flatMap(({ outcome, place, problem }) =>
      outcome === 'unmatched' && problem !== null
        ? [{ row: Number(place.slice('row '.length)), reason: problem }]
        : [],
    ),
    preview: { rows, wrong, fingerprint: fingerprintOf(rows), report: table.report },
  };
}
