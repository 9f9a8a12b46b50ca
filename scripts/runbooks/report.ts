import type { Walked } from './run-walks.ts';

const seconds = (value: number | null): string => (value === null ? '-' : `${value.toFixed(1)} s`);

/** Formats the table of a run: one line per alert, followed by the errors of walks. */
export function tableOf(walked: readonly Walked[]): string {
  const header = ['alert', 'times shorter', 'fired after', 'healed after', ''];
  const rows = walked.map(({ alert, factor, firedAfter, healedAfter, error }) => [
    alert,
    String(factor),
    seconds(firedAfter),
    seconds(healedAfter),
    error === null ? 'ok' : 'FAILED',
  ]);
  const width = (column: number) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length));
  const lines = [header, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(width(column)) : cell.padStart(width(column)),
      )
      .join('  ')
      .trimEnd(),
  );
  const errors = walked.flatMap(({ alert, error }) => (error === null ? [] : `${alert}: ${error}`));
  return [...lines, ...errors].join('\n');
}
