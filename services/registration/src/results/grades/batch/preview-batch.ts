import { dayInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { fingerprintOf } from '@portal/kit/files/upload-preview';
import type { TableReport } from '@portal/proto/kit/v1/table_report';
import { domainError } from '../../../errors.ts';
import { readBatchFile } from '../batch-file/read-batch-file.ts';
import { absentNote, type BatchCounts, idsOf, notesOf } from './batch-feedback.ts';
import { type BatchPreviewRow, previewRows } from './batch-preview.ts';
import { checkBatch } from './check-batch.ts';
import { papersOf, studentsOf } from './named-papers.ts';
import { describePapers, type PaperNames, readAbsentNames } from './store.ts';
import type { UploadBatch } from './upload-batch.ts';

export interface BatchPreview extends BatchCounts {
  feedback: string[];
  preview: {
    rows: (BatchPreviewRow & Partial<PaperNames>)[];
    wrong: number;
    fingerprint: string;
    report: TableReport | null;
  };
}

/**
 * Returns the effects of an exam batch, row by row, by the rules of uploadBatch, without locks or
 * writes. Faulty rows show their error. Throws wrong_type or too_large, and file_rows_invalid for a
 * file that is not a table.
 */
export async function previewBatch(
  call: Call,
  { fileName, content }: UploadBatch,
): Promise<BatchPreview> {
  if (content.length === 0) throw domainError('malformed');
  const today = dayInNewYork(call.now);
  const file = await readBatchFile(fileName, Buffer.from(content), today);
  const studentOf = await studentsOf(call, file);
  const papers = await papersOf(call.db, file, studentOf);
  const checked = checkBatch(file.rows, papers, studentOf, today);
  const rows = previewRows(file, checked);
  const ids = papers.map(({ id }) => id);
  const [names, absent] = await Promise.all([
    describePapers(call.db, ids),
    readAbsentNames(call.db, ids),
  ]);
  const withNote = (row: BatchPreviewRow): BatchPreviewRow => {
    const name = absent.get(row.registrationId ?? 0);
    return name === undefined ? row : { ...row, changes: [...row.changes, absentNote(name)] };
  };
  const { updates, unchanged } = checked;
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong').length;
  const counts = {
    rows: rows.length,
    updated: updates.length,
    unchanged: unchanged.length,
    batchIds: idsOf([...updates, ...unchanged].map(({ batchId }) => batchId)),
  };
  return {
    ...counts,
    feedback: [
      `${counts.rows} rows read: ${counts.updated} to update, ${counts.unchanged} unchanged, ` +
        `${wrong} with errors. Nothing is saved yet.`,
      ...notesOf(file),
    ],
    preview: {
      rows: rows.map((row) => ({ ...withNote(row), ...names.get(row.registrationId ?? 0) })),
      wrong,
      // of the decided rows, without the names of students
      fingerprint: fingerprintOf(rows),
      report: file.report,
    },
  };
}
