/** What a stage of `npm test` came to. A check that is no test counts as one. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** What was left out: its program is not here, or the time was over. */
  readonly skipped?: number;
  /** What failed and why, for the end of the run. */
  readonly failures: readonly string[];
  /** The test files that took longest, the slowest first. */
  readonly slowest?: readonly FileTime[];
}

/** How long a test file took, its imports included. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export const passed: Outcome = { passed: 1, failed: 0, failures: [] };

/** One failure, with what it said. */
export const failedWith = (why: string): Outcome => ({ passed: 0, failed: 1, failures: [why] });

/** The sum of outcomes. */
export function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, one) => total + one.passed, 0),
    failed: outcomes.reduce((total, one) => total + one.failed, 0),
    skipped: outcomes.reduce((total, one) => total + (one.skipped ?? 0), 0),
    failures: outcomes.flatMap((one) => one.failures),
  };
}

interface JestAssertion {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

/** The part of Jest's JSON results that counts. */
export interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    /** Milliseconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly JestAssertion[];
  }[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const COLOURS = /\u001b\[[0-9;]*m/g;
const MAX_REASON = 600;
const SLOWEST = 10;

/** What was said, without colours and the lines of the stack that lie in packages. */
const reason = (text: string): string =>
  text
    .replace(COLOURS, '')
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line))
    .join('\n')
    .trim()
    .slice(0, MAX_REASON);

/** The files that took longest and at least a second. */
function slowestOf(results: JestResults, root: string): readonly FileTime[] {
  return results.testResults
    .map(({ name, startTime, endTime }) => ({
      file: name.replace(`${root}/`, ''),
      seconds: (endTime - startTime) / 1000,
    }))
    .filter(({ seconds }) => seconds >= 1)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST);
}

/**
 * Counts Jest's results; a file that could not run at all is one failure. Paths are shown relative
 * to the root.
 */
export function outcomeOf(results: JestResults, root: string): Outcome {
  const broken = results.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  const failures = results.testResults.flatMap((file) => {
    const name = file.name.replace(`${root}/`, '');
    if (broken.includes(file)) return [`${name} could not run\n${reason(file.message)}`];
    return file.assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => `${name}: ${one.fullName}\n${reason(one.failureMessages.join('\n'))}`);
  });
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken.length,
    skipped: results.numPendingTests,
    failures,
    slowest: slowestOf(results, root),
  };
}
