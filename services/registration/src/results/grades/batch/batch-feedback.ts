import type { BatchFile } from '../batch-file/read-batch-file.ts';

export interface BatchCounts {
  rows: number;
  updated: number;
  unchanged: number;
  batchIds: number[];
}

const list = (items: readonly (string | number)[]) => items.join(', ');

/** Ids in order, each once. */
export const idsOf = (ids: Iterable<number | null>): number[] =>
  [...new Set(ids)].filter((id) => id !== null).sort((a, b) => a - b);

/** Returns notes about the file: ignored columns, missing scans. */
export function notesOf(file: BatchFile): string[] {
  const scanned = new Set(file.scans.map(({ registrationId }) => registrationId));
  const withoutScan = file.hasTableAndScans
    ? file.rows.flatMap(({ registrationId }) =>
        registrationId === null || scanned.has(registrationId) ? [] : [registrationId],
      )
    : [];
  return [
    ...(file.ignoredColumns.length > 0
      ? [`Columns that were ignored: ${list(file.ignoredColumns)}.`]
      : []),
    ...(withoutScan.length > 0 ? [`Registrations without a scan: ${list(withoutScan)}.`] : []),
  ];
}

/** Returns the note about a student who was marked absent. R-521 */
export const absentNote = (name: string): string => `${name} was marked absent.`;

/** One sentence each, the sum of it first; `waiting` grades wait for assignments. */
export const feedbackOf = (
  file: BatchFile,
  { rows, updated, unchanged, batchIds }: BatchCounts,
  waiting: number,
  absent: readonly string[] = [],
): string[] => [
  `${rows} exams read: ${updated} updated, ${unchanged} unchanged. Batch ${list(batchIds)}.`,
  ...notesOf(file),
  ...absent.map(absentNote),
  ...(waiting > 0 ? [`Grades that wait for assignments: ${waiting}.`] : []),
];
