import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { createEmptyTestResult, type TestResult } from '@jest/test-result';
import type { Circus } from '@jest/types';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import './globals.ts';
import { exceptions } from '../left-out.ts';
import { endFile, endTest } from './clean-ups.ts';
import { keepEvidence } from './evidence.ts';
import { endFakeTimers, leaksSince, type World, worldNow } from './leaks.ts';
import { startTestDate } from './test-date.ts';
import type { FileOrder, FileOutcome, Progress } from './worker-pool.ts';

// A process that runs test files one after the other, as the pool orders them. jest-circus runs the
// tests; state that a file leaves behind fails it and is restored.

process.env['NODE_ENV'] ??= 'test';
const page = 'document' in globalThis ? await import('./page/page.ts') : undefined;

const report = (progress: Progress): void => void process.send?.(progress);

/** Rejected promises that are not handled yet: a test may do so before it ends. */
const unhandled = new Map<unknown, unknown>();

/**
 * Sets kit's clock to the machine's before each test: it counts from the start of this process,
 * while databases follow a machine whose clock is corrected all the time. Without it a row that a
 * test writes at the database's `now()` may be later than those of the command after it.
 */
let followMachineClock: (() => void) | undefined;

addEventHandler(async (event: Circus.Event) => {
  if (event.name === 'hook_start') report({ doing: `its ${event.hook.type}` });
  if (event.name === 'test_start') {
    followMachineClock?.();
    report({ doing: `"${event.test.name}"` });
    jestExpect.setState({ currentTestName: event.test.name });
  }
  if (event.name !== 'test_done') return;
  const { test } = event;
  try {
    page?.unmount();
    await endTest();
  } catch (error) {
    test.errors.push([error, undefined] as never);
  }
  test.errors.push(...takeUnhandled().map((error) => [error, new Error()] as never));
  const { isExpectingAssertions, numPassingAsserts, suppressedErrors } = jestExpect.getState();
  test.numPassingAsserts = numPassingAsserts;
  jestExpect.setState({ suppressedErrors: [] });
  test.errors.push(...suppressedErrors);
  const missing = jestExpect.extractExpectedAssertionsErrors();
  if (!isExpectingAssertions || test.errors.length === 0)
    test.errors.push(...missing.map(({ error }) => error));
  const [failure] = test.errors.flat();
  report({
    doing: `the time after "${test.name}"`,
    ...(failure ? { failure: `${test.name}: ${String(failure)}` } : {}),
  });
});

/** Skips the tests of a file that the committed list of exceptions names. */
function leaveOut(file: string, block: Circus.DescribeBlock, titles: readonly string[] = []): void {
  const named = exceptions().filter((one) => one.file === file);
  for (const child of named.length > 0 ? block.children : []) {
    const names = [...titles, String(child.name)];
    if (child.type === 'describeBlock') leaveOut(file, child, names);
    else if (named.some(({ test }) => test === names.join(' '))) child.mode = 'skip';
  }
}

/** An uncaught error fails the test that runs, or the file. */
process.on('uncaughtException', (error) => {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push([error, new Error()] as never);
});
process.on('unhandledRejection', (error, promise) => unhandled.set(promise, error));
process.on('rejectionHandled', (promise) => unhandled.delete(promise));

/** Takes the errors of promises that are not handled so far. */
function takeUnhandled(): unknown[] {
  const errors = [...unhandled.values()];
  unhandled.clear();
  return errors;
}

const imported = new Map<string, number>();

/** The address to import a file by, another one each time: a module runs only once. */
function addressOf(path: string): string {
  const times = imported.get(path) ?? 0;
  imported.set(path, times + 1);
  const { href } = pathToFileURL(path);
  return times === 0 ? href : `${href}?${times}`;
}

const ALONE = /\.alone\.test\.tsx?$/;
const PORTALS = /\/scripts\/e2e\/|\.chart\./;

const messageConfig = { rootDir: process.cwd(), testMatch: [] };

async function runFile({
  path,
  timeoutMs,
  testNamePattern,
  hasFixedDate,
}: FileOrder): Promise<TestResult> {
  const start = Date.now();
  resetState();
  const state = getState();
  state.testTimeout = timeoutMs;
  state.parentProcess = process;
  state.testNamePattern = testNamePattern ? new RegExp(testNamePattern, 'i') : null;
  jestExpect.setState({ testPath: path, suppressedErrors: [] });
  // a whole portal has settings of its own
  if (!PORTALS.test(path)) await import('@portal/kit/testing/test-settings');
  followMachineClock = hasFixedDate
    ? undefined
    : (await import('@portal/kit/steady-clock')).readMachineClock;
  const before: World = worldNow(page !== undefined);
  const restoreDate = hasFixedDate ? startTestDate(TEST_NOW) : () => {};
  let leaks: readonly string[] = [];
  const { testResults, unhandledErrors, unhandledErrorsDetailed } = await import(addressOf(path))
    .then(() => {
      leaveOut(relative(process.cwd(), path), state.rootDescribeBlock);
      return run();
    })
    .finally(async () => {
      await endFile();
      const hadFakeTimers = endFakeTimers();
      restoreDate();
      page?.resetPage();
      const left = [...hadFakeTimers, ...leaksSince(before)];
      if (!ALONE.test(path)) leaks = left; // its process ends with it
    });
  keepEvidence(relative(process.cwd(), path));
  const end = Date.now();

  const troubles = [...unhandledErrors, ...takeUnhandled().map(String)];
  if (testResults.length === 0) troubles.push('The file declares no test.');
  if (leaks.length > 0) troubles.push(`The file leaves behind: ${leaks.join(', ')}`);
  const results = testResults.map(toAssertionResult);
  const count = (status: string): number => results.filter((one) => one.status === status).length;
  const messages = [
    formatResultsErrors(results as never, messageConfig, { noStackTrace: false }, path),
    ...unhandledErrorsDetailed.map((error) =>
      formatExecError(error as never, messageConfig, { noStackTrace: false }, path),
    ),
    ...troubles.slice(unhandledErrors.length),
  ].filter((message) => message);
  return {
    ...createEmptyTestResult(),
    failureMessage: messages.join('\n\n') || null,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    perfStats: { ...createEmptyTestResult().perfStats, start, end, runtime: end - start },
    ...(troubles.length > 0
      ? { testExecError: { message: '', stack: troubles.join('\n') } as never }
      : {}),
    testFilePath: path,
    testResults: results as never,
  };
}

/** A test as Jest reports it. */
function toAssertionResult(test: Circus.TestResult) {
  const titles = test.testPath.slice(1).map(String); // the first is circus's own root
  const isSkipped = test.status === 'skip';
  const outcome = test.errors.length > 0 ? 'failed' : 'passed';
  return {
    ancestorTitles: titles.slice(0, -1),
    duration: test.duration,
    failing: test.failing,
    failureDetails: test.errors,
    failureMessages: test.errors,
    fullName: titles.join(' '),
    invocations: test.invocations,
    location: test.location,
    numPassingAsserts: test.numPassingAsserts,
    retryReasons: test.retryReasons,
    startAt: test.startedAt,
    status: test.status === 'todo' ? 'todo' : isSkipped ? 'pending' : outcome,
    title: titles.at(-1),
  };
}

process.on('message', async (order: FileOrder) => {
  const ended: FileOutcome = await runFile(order).then(
    (result) => ({ result }),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { error: { message, stack: stack ?? message, code: undefined, type: 'Error' } };
    },
  );
  process.send?.(ended);
});
