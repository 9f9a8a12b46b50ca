import { createHash } from 'node:crypto';
import type { FieldError } from '../errors.ts';

/**
 * Stands for what a preview showed. It goes along with the upload, which decides anew, so that it
 * can say whether it came to something else.
 */
export const fingerprintOf = (shown: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url');

/** Whether an upload comes to what its preview showed, if there was one. */
export const isAsShown = (previewed: string | undefined, comesTo: readonly unknown[]): boolean =>
  previewed === undefined || previewed === fingerprintOf(comesTo);

/** Said of an upload that came to something else than its preview. */
export const CHANGED_SINCE =
  'Records changed after the preview: what was saved differs from what it showed.';

/** What is wrong with each row, a sentence or more: 'grade: At most 10 characters'. */
export function problemsByRow(errors: readonly FieldError[]): Map<string, string> {
  const problems = new Map<string, string>();
  for (const { path, message } of errors) {
    const [, place = path, column] = /^(row \d+)(?:, (.+))?$/.exec(path) ?? [];
    const problem = column === undefined ? message : `${column}: ${message}`;
    const before = problems.get(place);
    problems.set(place, before === undefined ? problem : `${before}; ${problem}`);
  }
  return problems;
}
