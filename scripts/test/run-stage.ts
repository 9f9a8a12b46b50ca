import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../start/paths.ts';
import { watchCpu } from './costs/process-cpu.ts';
import { failedWith, type JestResults, type Outcome, outcomeOf } from './outcome.ts';
import type { CheckStage, JestStage } from './stages.ts';
import { projectOf, testFiles } from './test-files.ts';

const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const MAX_OUTPUT = 4_000;
/** A stage that is ended gets so long to stop its servers, in milliseconds. */
const STOP_MS = 20_000;
/** Time for Jest to exit after its results are written. */
const AFTER_RESULTS_MS = 30_000;

interface RunResult {
  readonly code: number | null;
  readonly said: string;
  readonly cpuSeconds: number;
}

const running = new Map<string, { readonly child: ChildProcess; readonly files: string }>();

/** Script of a shell that runs a program and prints the CPU time of it and its children. */
const WITH_TIMES = '"$@"; code=$?; times >&3; exit $code';
const SECONDS = /(\d+)m([\d.]+)s/g;

/** Sums the seconds of `times` of a shell: its own and its children's, user and system. */
export const secondsIn = (times: string): number =>
  [...times.matchAll(SECONDS)].reduce((all, [, m, s]) => all + Number(m) * 60 + Number(s), 0);

interface Running {
  readonly name: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** File that it writes when it is done; it has to exit soon afterwards. */
  readonly results?: string;
  /** File in which it lists the running test files. */
  readonly files?: string;
  /** File that it writes when its last test file has begun. */
  readonly allBegun?: string;
  /** Called, perhaps several times, when that file is there. */
  readonly onAllBegun?: () => void;
}

/** Runs a program to its end. */
function run(
  command: string,
  args: readonly string[],
  { name, cwd = ROOT, env, results, files = '', allBegun, onAllBegun }: Running,
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', WITH_TIMES, name, command, ...args], {
      cwd,
      env: { ...process.env, FORCE_COLOR: '0', CI: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true, // a group of its own, which is ended as one
    });
    running.set(name, { child, files });
    const cpu = watchCpu(child.pid ?? 0);
    let [said, times] = ['', ''];
    let stopping: NodeJS.Timeout | undefined;
    const watch = setInterval(() => {
      if (results && existsSync(results))
        stopping ??= setTimeout(() => endGroup(child), AFTER_RESULTS_MS);
      if (allBegun && existsSync(allBegun)) onAllBegun?.();
    }, 1_000);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
      });
    child.stdio[3]?.on('data', (piece) => {
      times += String(piece);
    });
    const end = (code: number | null): void => {
      clearTimeout(stopping);
      clearInterval(watch);
      running.delete(name);
      // each figure misses some: short processes, and those that no parent waited for
      resolve({ code, said, cpuSeconds: Math.max(secondsIn(times), cpu.stop()) });
    };
    child.once('error', (error) => {
      said += error.message;
      end(1);
    });
    child.once('close', end);
  });
}

/** Ends a program and all that it started in its group. */
function endGroup(child: ChildProcess): void {
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // it has ended
    }
  };
  signal('SIGTERM');
  setTimeout(() => signal('SIGKILL'), STOP_MS).unref();
}

/** Ends every stage that runs, and says what each was doing. */
export function endStages(): string[] {
  return [...running].map(([name, { child, files }]) => {
    const doing = existsSync(files) ? readFileSync(files, 'utf8').replaceAll(`${ROOT}/`, '') : '';
    endGroup(child);
    return `${name} was running ${doing.split('\n').filter(Boolean).join(', ') || 'no test file'}`;
  });
}

/** Runs a check; a failed one returns its output. */
export async function runCheck(stage: CheckStage): Promise<Outcome> {
  const { code, said, cpuSeconds } = await run(stage.command, stage.args, stage);
  if (code === 0) return { passed: 1, failed: 0, failures: [], cpuSeconds };
  process.stdout.write(`${said}\n`);
  return failedWith(`${stage.name}\n${said.trim().slice(-MAX_OUTPUT)}`, cpuSeconds);
}

export interface JestRun {
  /** Picks files by their path. */
  readonly pattern: readonly string[];
  readonly seed: number;
  /** Called, perhaps several times, when no file of the stage waits any more. */
  readonly onAllBegun: () => void;
}

/** Runs a stage of tests. */
export async function runJest(
  stage: JestStage,
  { pattern, seed, onAllBegun }: JestRun,
): Promise<Outcome> {
  const picks = pattern.map((one) => new RegExp(one));
  const expected = testFiles().filter(
    (path) =>
      stage.projects.includes(projectOf(path)) &&
      (picks.length === 0 || picks.some((pick) => pick.test(join(ROOT, path)))),
  );
  if (expected.length === 0) return { passed: 0, failed: 0, failures: [] };
  const folder = mkdtempSync(join(tmpdir(), 'portal-jest-'));
  const [results, files] = [join(folder, 'results.json'), join(folder, 'running')];
  const allBegun = join(folder, 'all-begun');
  const args = [
    '--no-warnings',
    JEST,
    '--config',
    join(ROOT, 'scripts/test/jest/config.mjs'),
    '--selectProjects',
    ...stage.projects,
    '--json',
    `--outputFile=${results}`,
    '--ci',
    `--seed=${seed}`,
    `--reporters=${join(ROOT, 'scripts/test/jest/reporter.mjs')}`,
    `--maxWorkers=${stage.workers}`,
    ...(pattern.length > 0 ? ['--testPathPatterns', ...pattern] : []),
  ];
  try {
    const { code, said, cpuSeconds } = await run(process.execPath, args, {
      name: stage.name,
      env: { ...stage.env, RUNNING_FILES: files, ALL_BEGUN: allBegun },
      results,
      files,
      allBegun,
      onAllBegun,
    });
    const tail = said.replace(/^\{"numFailedTestSuites".*$/m, '').trim();
    if (!existsSync(results))
      return failedWith(`${stage.name} has no results\n${tail.slice(-MAX_OUTPUT)}`, cpuSeconds);
    const outcome = outcomeOf(
      JSON.parse(readFileSync(results, 'utf8')) as JestResults,
      ROOT,
      expected,
    );
    if (outcome.failed > 0 || code === 0) return { ...outcome, cpuSeconds };
    const trouble = failedWith(`${stage.name} ended with code ${code}\n${tail.slice(-MAX_OUTPUT)}`);
    return { ...outcome, failed: 1, failures: trouble.failures, cpuSeconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
