import { byRow } from '@portal/kit/files/file-errors';
import { problemsByRow } from '@portal/kit/files/upload-preview';
import type { InvoiceLine, InvoiceTable } from './invoice-rows.ts';
import type { MatchedLine } from './match-invoice.ts';

/** The planned outcome of a row of an invoice. */
export interface InvoicePreviewRow {
  /** 'row 7' */
  place: string;
  outcome: 'matched' | 'unmatched' | 'wrong';
  /** As the file has it; null where the row cannot be read. */
  line: Omit<InvoiceLine, 'row' | 'talId'> | null;
  /** 'Registration 12' or 'Seminary exam 5'. */
  match: string | null;
  /** Why it matches nothing, or what is wrong with it. */
  problem: string | null;
}

const matchOf = ({ exam }: MatchedLine): string | null => {
  if (exam === null) return null;
  return exam.registrationId === null
    ? `Seminary exam ${exam.seminaryExamId}`
    : `Registration ${exam.registrationId}`;
};

/** Row by row what each is for, or why it is for nothing, in the order of the file. */
export function previewRows(
  { errors }: Pick<InvoiceTable, 'errors'>,
  compared: readonly MatchedLine[],
): InvoicePreviewRow[] {
  const wrong = [...problemsByRow(errors)].map(
    ([place, problem]): InvoicePreviewRow => ({
      place,
      outcome: 'wrong',
      line: null,
      match: null,
      problem,
    }),
  );
  const read = compared.map((one): InvoicePreviewRow => {
    const { row, talId: _, ...line } = one.line;
    return {
      place: `row ${row}`,
      line,
      match: matchOf(one),
      problem: one.reason,
      outcome: one.reason === null ? 'matched' : 'unmatched',
    };
  });
  return [...wrong, ...read].sort((a, b) => byRow({ path: a.place }, { path: b.place }));
}
