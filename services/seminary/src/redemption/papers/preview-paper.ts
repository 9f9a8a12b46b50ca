import type { Call } from '@portal/kit/commands/command';
import { fingerprintOf } from '@portal/kit/files/upload-preview';
import { domainError } from '../../errors.ts';
import { requireUndecided } from '../undecided.ts';
import { isOnRecord, type PaperPreviewRow, previewRows } from './paper-preview.ts';
import { listPapers, readDeciding } from './store.ts';
import { checkPaper, type Uploaded, type UploadPaper } from './upload-paper.ts';

export interface PaperPreview extends Uploaded {
  preview: { rows: PaperPreviewRow[]; fingerprint: string };
}

/**
 * Previews the scan of a paper among the exams on record, by the rules of uploadPaper and with its
 * errors; locks and writes nothing.
 */
export async function previewPaper(call: Call, paper: UploadPaper): Promise<PaperPreview> {
  const { sha256 } = await checkPaper(call, paper);
  requireUndecided(await readDeciding(call.db, paper.seminaryStudentId));
  const wanted = { ...paper, sha256 };
  const papers = await listPapers(call.db, paper.seminaryStudentId);
  if (isOnRecord(papers, wanted)) throw domainError('exam_exists');
  const rows = previewRows(papers, wanted);
  const [{ course }] = rows as [PaperPreviewRow];
  return {
    course,
    examsCount: rows.length,
    isChanged: false,
    preview: { rows, fingerprint: fingerprintOf(rows) },
  };
}
