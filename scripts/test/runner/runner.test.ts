import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { TestResult } from '@jest/test-result';
import SharedProcessRunner from './runner.ts';
import { type FileOutcome, WorkerPool } from './worker-pool.ts';

// Test files run without isolation, so what isolation would have hidden has to fail. The planted
// files break one rule each.

const nodes = new WorkerPool({ size: 1, hasPage: false });
const pages = new WorkerPool({ size: 1, hasPage: true });
afterAll(() => Promise.all([nodes.end(), pages.end()]));

async function ran(
  pool: WorkerPool,
  name: string,
  {
    testNamePattern,
    hasFixedDate = true,
  }: { testNamePattern?: string; hasFixedDate?: boolean } = {},
): Promise<TestResult> {
  const ended: FileOutcome = await pool.run(0, {
    path: join(import.meta.dirname, 'planted', name),
    timeoutMs: 5_000,
    testNamePattern: testNamePattern ?? null,
    hasFixedDate,
  });
  if ('error' in ended) throw new Error(ended.error.message);
  return ended.result;
}
const outcomes = ({ testResults }: TestResult): Record<string, string> =>
  Object.fromEntries(testResults.map(({ fullName, status }) => [fullName, status]));
const trouble = ({ testExecError }: TestResult) => testExecError?.stack;

test('reports each test by its full name, with groups and rows', async () => {
  expect(outcomes(await ran(nodes, 'good.planted.ts'))).toEqual({
    passes: 'passed',
    'a group has its name before those of its tests': 'passed',
    'a group fails where an expectation fails': 'failed',
    'is one test a row: 1': 'passed',
    'is one test a row: 2': 'passed',
    'moves timers that are not real': 'passed',
    'fails where fewer things are expected than it says': 'failed',
  });
});

test("has kit's clock follow the machine's from test to test, which databases follow", async () => {
  const { numPassingTests } = await ran(nodes, 'clock.planted.ts', { hasFixedDate: false });
  expect(numPassingTests).toBe(2);
});

test('notes how long a file ran, by which the next run puts long files first', async () => {
  const { perfStats } = await ran(nodes, 'clean.planted.ts');
  expect(perfStats.runtime).toBe(perfStats.end - perfStats.start);
});

test('runs only tests whose full name matches, and counts the others as pending', async () => {
  const result = await ran(nodes, 'before-all.planted.ts', {
    testNamePattern: 'fails one fails$',
  });
  expect(outcomes(result)).toEqual({
    'after a beforeAll that fails one fails': 'failed',
    'after a beforeAll that fails the other fails too': 'pending',
  });
});

test('ends a test and a hook at their limits', async () => {
  const { testResults } = await ran(nodes, 'limits.planted.ts');
  expect(testResults.map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(testResults.flatMap(({ failureMessages }) => failureMessages).join()).toMatch(
    /Exceeded timeout of 20 ms for a test.*Exceeded timeout of 20 ms for a hook/s,
  );
});

test('fails every test below a beforeAll that fails', async () => {
  expect(Object.values(outcomes(await ran(nodes, 'before-all.planted.ts')))).toEqual([
    'failed',
    'failed',
  ]);
});

test('fails a file that declares no test', async () => {
  expect(trouble(await ran(nodes, 'empty.planted.ts'))).toBe('The file declares no test.');
});

test('fails a test by an unhandled promise, and by an error thrown outside of it', async () => {
  const { testResults } = await ran(nodes, 'unhandled.planted.ts');
  expect(testResults.map(({ failureMessages }) => failureMessages[0]?.split('\n')[0])).toEqual([
    'Error: not handled',
    'Error: thrown outside',
  ]);
});

test('fails a file that ends its process, and runs the next one in a new process', async () => {
  const failing = ran(nodes, 'exits.planted.ts');
  await expect(failing).rejects.toThrow('ended with code 0 in "takes its process along"');
  await expect(failing).rejects.toThrow(/fails first: .*Expected: .*2/s);
  expect((await ran(nodes, 'clean.planted.ts')).numFailingTests).toBe(0);
});

test('fails a file that leaves state behind, and restores it for the next file', async () => {
  expect(trouble(await ran(nodes, 'leaks.planted.ts'))).toBe(
    'The file leaves behind: fake timers, a spy on info, another working directory, ' +
      'environment variable LEFT_BEHIND, global leftBehind',
  );
  const next = await ran(nodes, 'clean.planted.ts');
  expect(outcomes(next)).toEqual({
    'finds nothing of the file before': 'passed',
    'notes what is to be done at its end': 'passed',
    'comes after that was done': 'passed',
  });
  expect(trouble(next)).toBeUndefined();
});

test('fails a file that clears the metrics of others, and registers them again', async () => {
  await ran(nodes, 'metric.planted.ts');
  for (let time = 0; time < 2; time += 1)
    expect(trouble(await ran(nodes, 'metrics-gone.planted.ts'))).toContain(
      'The file leaves behind: a metric that is no longer registered',
    );
});

test('notes the codes of assertions that hold, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-evidence-'));
  const pool = new WorkerPool({ size: 1, hasPage: false, env: { EVIDENCE_FOLDER: folder } });
  try {
    await ran(pool, 'evidence.planted.ts');
    const file = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(file).toEqual(['["card_declined","card_expired"]']);
  } finally {
    await pool.end();
    rmSync(folder, { recursive: true });
  }
});

test('gives each file of pages a page as if it were new', async () => {
  const dirty = await ran(pages, 'page-dirty.planted.tsx');
  expect([outcomes(dirty), trouble(dirty)]).toEqual([
    {
      'shows a page with a style sheet and a text': 'passed',
      'leaves everything behind': 'passed',
    },
    undefined,
  ]);
  expect(outcomes(await ran(pages, 'page-clean.planted.tsx'))).toEqual({
    'finds an unused page': 'passed',
  });
});

test('runs an exclusive file when all other files are done', async () => {
  type Args = ConstructorParameters<typeof SharedProcessRunner>;
  const runner = new SharedProcessRunner({ maxWorkers: 2 } as Args[0], {} as Args[1]);
  const happened: string[] = [];
  const note = (what: string) => (data: never) =>
    void happened.push(`${what} ${basename((data as [{ path: string }])[0].path)}`);
  runner.on('test-file-start', note('start'));
  runner.on('test-file-success', note('end'));
  const files = ['one.exclusive', 'clean', 'good'].map((name) => ({
    path: join(import.meta.dirname, 'planted', `${name}.planted.ts`),
    context: { config: { testEnvironmentOptions: {} } },
  }));
  type Run = Parameters<typeof runner.runTests>;
  await runner.runTests(files as unknown as Run[0], { isInterrupted: () => false } as Run[1]);
  expect(happened).toHaveLength(6);
  expect(happened.slice(4)).toEqual([
    'start one.exclusive.planted.ts',
    'end one.exclusive.planted.ts',
  ]);
});
