/** What a stage of `npm test` came to. A check that is no test counts as one. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Tests that the files declare and that did not run, by file and name. */
  readonly leftOut?: readonly LeftOut[];
  /** Failures with their reasons, for the end of the run. */
  readonly failures: readonly string[];
  /** The test files that took longest, the slowest first. */
  readonly slowest?: readonly FileTime[];
  /** CPU time of all its processes in seconds. */
  readonly cpuSeconds?: number;
}

/** A test that was declared and did not run. */
export interface LeftOut {
  readonly file: string;
  readonly test: string;
}

/** Duration of a test file, its imports included. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** Returns the outcome of one failure. */
export const failedWith = (why: string, cpuSeconds = 0): Outcome => ({
  passed: 0,
  failed: 1,
  failures: [why],
  cpuSeconds,
});

/** The sum of outcomes. */
export function sum(outcomes: readonly Outcome[]): Required<Omit<Outcome, 'slowest'>> {
  return {
    passed: outcomes.reduce((total, one) => total + one.passed, 0),
    failed: outcomes.reduce((total, one) => total + one.failed, 0),
    leftOut: outcomes.flatMap(({ leftOut }) => leftOut ?? []),
    failures: outcomes.flatMap(({ failures }) => failures),
    cpuSeconds: outcomes.reduce((total, one) => total + (one.cpuSeconds ?? 0), 0),
  };
}

interface JestAssertion {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

/** The part of Jest's JSON results that counts. */
export interface JestResults {
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
 * Counts Jest's results. A file that could not run at all, that left something behind, that
 * declares no test or that has no result though it was `expected` is one failure more. Paths are
 * shown relative to the root.
 */
export function outcomeOf(
  results: JestResults,
  root: string,
  expected: readonly string[],
): Outcome {
  const files = results.testResults.map((file) => ({
    ...file,
    path: file.name.replace(`${root}/`, ''),
  }));
  const tests = files.flatMap(({ path, assertionResults }) =>
    assertionResults.map((test) => ({ path, ...test })),
  );
  const collected = new Set(files.map(({ path }) => path));
  const failures = [
    ...tests
      .filter(({ status }) => status === 'failed')
      .map((one) => `${one.path}: ${one.fullName}\n${reason(one.failureMessages.join('\n'))}`),
    ...files
      .filter(
        ({ status, assertionResults }) =>
          assertionResults.length === 0 ||
          (status === 'failed' && !assertionResults.some((one) => one.status === 'failed')),
      )
      .map(({ path, message }) => `${path} could not run\n${reason(message)}`),
    ...expected
      .filter((path) => !collected.has(path))
      .map((path) => `${path} was not collected\nIts tests did not run.`),
  ];
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    leftOut: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ path, fullName }) => ({ file: path, test: fullName })),
    failures,
    slowest: slowestOf(results, root),
  };
}
