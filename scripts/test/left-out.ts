import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeftOut } from './outcome.ts';

/** A test that may be left out for a while. */
export interface Exception extends LeftOut {
  readonly reason: string;
  /** The last day on which it may be left out, YYYY-MM-DD. */
  readonly until: string;
}

const MAX_DAYS = 30;

/** The exceptions that are committed: tests by name, each with a reason and a day. */
export const exceptions = (): readonly Exception[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'left-out.json'), 'utf8'));

/**
 * Returns faults of left-out tests: a test that no exception names, an exception whose day is over
 * or too far, or that has no reason. `today`: YYYY-MM-DD.
 */
export function notAllowed(
  leftOut: readonly LeftOut[],
  allowed: readonly Exception[],
  today: string,
): readonly string[] {
  const isNamed = ({ file, test }: LeftOut): boolean =>
    allowed.some((one) => one.file === file && one.test === test);
  const latest = Temporal.PlainDate.from(today).add({ days: MAX_DAYS }).toString();
  return [
    ...leftOut
      .filter((one) => !isNamed(one))
      .map(({ file, test }) => `${file}: ${test} did not run`),
    ...allowed
      .filter(({ until, reason }) => until < today || until > latest || reason.trim() === '')
      .map(
        ({ file, test, until }) =>
          `${file}: ${test} may not be left out: ` +
          `${until} is over or more than ${MAX_DAYS} days ahead, or no reason is given`,
      ),
  ];
}
