import { byRow } from '@portal/kit/files/file-errors';
import { problemsByRow } from '@portal/kit/files/upload-preview';
import type { BatchFile } from '../batch-file/read-batch-file.ts';
import type { CheckedBatch, RowOutcome } from './check-batch.ts';

/** The effect of a row, in words. */
export interface BatchPreviewRow {
  /** 'row 7', or the name of a scan. */
  place: string;
  outcome: 'graded' | 'taken' | 'updated' | 'unchanged' | 'wrong';
  registrationId: number | null;
  changes: string[];
  problem: string | null;
}

/** MM/DD/YYYY of YYYY-MM-DD. */
const written = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

function updateRow(outcome: RowOutcome & { kind: 'updated' }): Omit<BatchPreviewRow, 'place'> {
  const { paper, update } = outcome;
  const { takenOn, arrivedBack, batchId, grade } = update;
  const changes = [
    ...(takenOn === null ? [] : [`Taken ${written(takenOn)}`]),
    ...(paper.paperExamUploaded ? [] : [`Back ${written(arrivedBack)}`]),
    ...(grade === null
      ? []
      : [`Grade ${grade.grade === null ? '' : `${grade.grade}, `}${grade.comment}`]),
    ...(paper.batchId === null ? [batchId === null ? 'New batch' : `Batch ${batchId}`] : []),
  ];
  const does = takenOn === null ? 'updated' : 'taken';
  return {
    registrationId: paper.id,
    changes,
    problem: null,
    outcome: grade === null ? does : 'graded',
  };
}

/** Returns the effects of a checked batch, row by row, or why a row has none. */
export function previewRows(
  { errors }: Pick<BatchFile, 'errors'>,
  { outcomes }: CheckedBatch,
): BatchPreviewRow[] {
  const unread = [...problemsByRow(errors)].map(
    ([place, problem]): BatchPreviewRow => ({
      place,
      problem,
      outcome: 'wrong',
      registrationId: null,
      changes: [],
    }),
  );
  const decided = outcomes.map((one): BatchPreviewRow => {
    const { place } = one.row;
    if (one.kind === 'updated') return { place, ...updateRow(one) };
    const registrationId = one.paper?.id ?? one.row.registrationId;
    if (one.kind === 'unchanged')
      return { place, outcome: 'unchanged', registrationId, changes: [], problem: null };
    const problem = problemsByRow([one.error]).get(place) ?? one.error.message;
    return { place, outcome: 'wrong', registrationId, changes: [], problem };
  });
  return [...unread, ...decided].sort((a, b) => byRow({ path: a.place }, { path: b.place }));
}
