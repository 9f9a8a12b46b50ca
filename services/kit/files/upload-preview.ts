import { createHash } from 'node:crypto';
import type { FieldError } from '../errors.ts';

/**
 * Returns the fingerprint of a preview's result. It is sent along with the upload, which computes
 * its result again and so can report a different one.
 */
export const fingerprintOf = (shown: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url');

/** Whether the result of an upload equals that of its preview, if there was one. */
export const isAsShown = (previewed: string | undefined, comesTo: readonly unknown[]): boolean =>
  previewed === undefined || previewed === fingerprintOf(comesTo);

/** Said of an upload that came to something else than its preview. */
export const CHANGED_SINCE =
  'Records changed after the preview: what was saved differs from what it showed.';

/** The errors of each row, a sentence or more: 'grade: At most 10 characters'. */
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
